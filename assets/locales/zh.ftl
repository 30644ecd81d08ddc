# 菜单
menu-motto = 一夫当关，万夫莫开
menu-new-battle = 新战役
menu-resume = 继续
menu-files = 存档与回放
menu-editor = 地图编辑器
menu-academy = 学院
menu-quit = 退出
menu-not-yet = 尚未完成
menu-nothing-to-resume = 没有未结束的战役
menu = 菜单
settings = 设置
back = 返回
close = 关闭
yes = 是
no = 否

# 设置
settings-language = 语言
settings-speed = 播放速度
settings-scale = 界面大小
settings-warn = 提前结束回合时询问

# 存档与回放
files-saves = 存档
files-replays = 回放
files-none = 暂无
saved-as = 已保存为 { $file }

# 阵营、部队、地形
side-red = 红方
side-blue = 蓝方
human = 玩家
unit-infantry = 步兵
unit-cavalry = 骑兵
unit-artillery = 炮兵
terrain-road = 道路
terrain-bridge = 桥
terrain-grass = 草地
terrain-castle = 城堡
terrain-forest = 森林
terrain-water = 水域
terrain-mountain = 山地
terrain-cost = { $cost } 移动力
terrain-impassable = 不可通行
terrain-cover = 掩护 { $percent } %
no-officer = 无军官

# 布阵
setup-red = 红方进攻
setup-blue = 蓝方防守
setup-commander = 指挥者
setup-thinks-as = 思考水平
setup-own-rank = 随军官
setup-own-rank-tip = 与其存活的最高军官相同
setup-units = { $units } 支部队
setup-add = 增加
setup-kind-tip = 点击更换兵种
setup-rank-tip = 军官军衔：点击更换
setup-remove-tip = 移除
setup-from = 红方来自
setup-turns = 回合
setup-seed = 种子
setup-seed-tip = 相同的种子得到相同的骰子
setup-start = 开始
direction-n = 北
direction-ne = 东北
direction-se = 东南
direction-s = 南
direction-sw = 西南
direction-nw = 西北

# 战斗
turn-of = 第 { $turn } / { $last } 回合
side-moves = { $side }行动
battle-over = 战斗结束
deploying = 战前部署
dusk-in = { $turns ->
    [0] 黄昏前最后一回合
   *[other] 距黄昏 { $turns } 回合
}
thinking = { $side }正在思考……
pause = 暂停
go-on = 继续
step = 单步
skip = 跳过
undo = 撤销
undo-tip = 撤销上一步移动，掷骰之后不可撤销
next-unit = 下一个
save = 保存
end-turn = 结束回合
end-turn-idle = 还有 { $units } 支部队可以行动。结束回合吗？
end-turn-yes = 结束
end-turn-no = 再等等
begin-fighting = 开始战斗
deploy-hint = 可在浅色格内调整己方部队：先点部队，再点格子。
hud-hint = 点击部队，查看它能去哪里、能攻击谁。
nobody-can-act = 没有部队可以行动了：请结束回合
nothing-to-undo = 无法撤销：骰子已经掷出
log = 战报
log-move = { $unit }前往 { $to }
log-attack = { $unit }攻击{ $target }：敌损 { $dealt }，我损 { $taken }
log-destroys = { $unit }歼灭{ $target }：敌损 { $dealt }，我损 { $taken }
log-end-turn = { $side }结束回合
log-castle = { $side }占领城堡。
unit-strength = 兵力
unit-movement = 移动力
unit-range = 射程 { $min }–{ $max }
unit-attack-cost = 攻击消耗 { $cost } 移动力
odds-attack-on = 攻击{ $target }
odds-dealt = 预期敌方损失
odds-taken = 预期我方损失
odds-destroys = 敌方被歼灭
odds-lost = 我方被歼灭
odds-chart = 敌方损失分布

# 结局
verdict-castle = { $side }胜：占领所有城堡
verdict-annihilation = { $side }胜：敌军全灭
verdict-dusk = { $side }胜：黄昏降临
verdict-draw = 平局：黄昏降临
verdict-turn = 第 { $turn } 回合
verdict-left = { $side }：剩余 { $left } / { $start } 人，{ $units } 支部队
strength-over-time = 兵力变化
watch-replay = 观看
fight-again = 再战

# 回放
replay-first = 到开头
replay-back = 上一步
replay-forward = 下一步
replay-last = 到结尾
replay-at = 第 { $turn } / { $last } 回合，第 { $order } / { $orders } 道命令

# 按键
key-end-turn = 结束回合
key-undo = 撤销上一步移动
key-next-unit = 下一支可行动的部队
key-centre = 查看所选部队
key-begin = 开始战斗
key-zoom-in = 放大
key-zoom-out = 缩小
key-faster = 加速
key-slower = 减速
key-pause = 暂停或继续
key-step = 逐个播放
key-skip = 立即显示结果
key-save = 另存一份
key-escape = 取消选择；返回菜单
key-keys = 按键
key-arrows = 方向键
key-wheel = 滚轮
key-drag = 右键拖动
key-pan = 移动地图
key-zoom = 缩放

# Map editor: questions and files
cancel = 取消
redo = 重做
editor-new = 新建地图
editor-open = 打开
editor-open-yes = 打开
editor-save-as = 另存为
editor-save-hint = 只写名称时，保存在 { $folder }
editor-replace-ask = 已有同名文件。要替换它吗？
editor-replace = 替换
editor-columns = 列
editor-rows = 行
editor-blank = 空白
editor-kind-pass = 山口
editor-kind-river = 河流
editor-kind-plain = 平原
editor-kind-islands = 岛屿
editor-kind-highlands = 高地
editor-dice = 换个种子
editor-dice-tip = 每个种子都是另一张地图
editor-as-new = 作为新地图
editor-over = 画在这张地图上（可撤销）
editor-create = 创建
editor-making = 正在生成地图 …
editor-recent = 最近编辑
editor-mine = 我的地图
editor-shipped = maps/ 中的地图
editor-path = 文件
editor-unsaved = 保存更改吗？
editor-unsaved-ask = “{ $name }”有尚未存入文件的更改。
editor-dont-save = 不保存
editor-left-behind = 有一张地图没有保存
editor-left-behind-ask = 地图保存之前编辑器就关闭了。要继续编辑它吗？
editor-set-aside = 没有保存的地图已存为 { $file }
editor-take-up = 继续编辑
editor-throw-away = 丢弃
editor-play = 试玩
editor-play-tip = 在当前地图上设置战斗，之后返回 · F5
editor-unplayable = 这张地图还不能开战：{ $why }
editor-escape = 放下；取消选择；返回菜单
editor-labels = 行列号

# Map editor: tools
editor-ground = 地面
tool-brush = 画笔
tool-line = 直线
tool-rectangle = 矩形
tool-fill = 填充
tool-pick = 取样
tool-road = 道路
tool-river = 河流
tool-castle = 城堡
tool-entry = 入口
tool-unit = 部队
tool-move = 移动
tool-remove = 移除
tool-select = 框选
tool-lasso = 套索
tool-paste = 粘贴
editor-brush = 大小
key-terrain = 列表中该位置的地形
key-brush-smaller = 画笔变小
key-brush-larger = 画笔变大
editor-symmetry = 对称
symmetry-none = 无
symmetry-four = 四重
symmetry-incomplete = 在这个尺寸下，一条边上的六角格没有对应格
mirror-west-east = 东西
mirror-north-south = 南北
mirror-half-turn = 转半圈
editor-battle = 战斗
editor-selection = 选区
editor-select-all = 全选
editor-copy = 复制
editor-cut = 剪切
editor-crop = 裁剪
editor-crop-tip = 把地图裁剪到选区
editor-turn = 旋转
editor-mirror-clip = 左右翻转
editor-flip-clip = 上下翻转
editor-selected = 已选 { $hexes } 格
editor-unknown = 未知符号 { $glyph }

# Map editor: analysis
tab-analysis = 分析
tab-armies = 军队
tab-map = 地图
editor-faults = 问题
editor-no-faults = 这张地图没有问题
editor-more-faults = 还有 { $faults } 处
editor-looking = 正在分析 …
editor-overlay = 在地图上显示
overlay-nothing = 无
overlay-chokes = 要道
overlay-ways = 所有道路
overlay-from-red = 红方行军
overlay-from-castle = 从城堡出发
overlay-first = 谁先到
overlay-unreachable = 隔绝之地
overlay-chokes-tip = 越红，红方的最短路经过越多。轮廓：汇聚点（POC）；粗线：蓝方会守的。
overlay-ways-tip = 越红，全图通往城堡的最短路经过越多。
overlay-from-red-tip = 红方步兵几回合能到：绿色早，紫色晚；每条色带是一回合。
overlay-from-castle-tip = 从城堡出发的步兵几回合能到。
overlay-first-tip = 红色：红方能先到。蓝色：蓝方能先到。
overlay-unreachable-tip = { $hexes ->
    [0] 从每一格都有路通往城堡。
   *[other] 有 { $hexes } 格没有路通往城堡。
}
overlay-share = { $number } ‰ 的路经过
overlay-turns = 第 { $number } 回合
overlay-red-first = 红方第 { $number } 回合
overlay-blue-first = 蓝方第 { $number } 回合
editor-as-given = 按文件
editor-no-poc = 没有汇聚点：开阔地（OFD）
editor-poc-incomplete = 还有没走过的路。
poc-chosen = 蓝方守这里
poc-cuts = 挡住所有的路
poc-leaks = 可以绕过
poc-late = 红方先到
editor-balance = 胜负
editor-no-battles = 还没有战斗
balance-red = 红方胜 { $share } %，共 { $games } 场（95 %：{ $low }–{ $high } %）
balance-turns = 平均 { $turns } 回合
balance-castle = { $side }夺取或守住城堡
balance-annihilation = { $side }全歼敌军
balance-dusk = { $side }胜于黄昏
balance-draw = 平局

# Map editor: armies
editor-next-unit = 下一支部队
editor-unit-in-hand = 选中的部队
editor-officer = 军官
editor-deployment-tip = 着色的六角格是部队的起点。没有位置的部队由布阵安排。
editor-free-unit = 不定位置
editor-free-unit-tip = 由布阵为它找位置
editor-remove-unit = 移出
editor-let-go = 放下
editor-standard = 标准军队
editor-standard-tip = 使用规则的标准军队
editor-own-army = 自己的军队
editor-own-army-tip = 从标准军队的部队开始
editor-any-commander = 任何指挥官
editor-commander-tip = 没有另行指定时由谁指挥：点击换下一个
editor-add-tip = 增加一支同样的部队，不定位置
editor-more-units = 还有更多

# Map editor: settings
editor-name = 名称
editor-author = 作者
editor-notes = 说明
editor-variation = 变化 ‰
editor-blank-hint = 留空的由规则决定。
editor-farthest = 最远
editor-farthest-tip = 从离城堡最远的方向来
editor-clear-entry = { $hexes } 个入口格：清除
editor-objective = 争夺
objective-invasion = 所有城堡
objective-meeting = 黄昏时城堡较多
editor-size = 尺寸
editor-resize = 改变尺寸
editor-anchor = 改变尺寸时不动的部分
editor-whole = 整张地图
editor-mirror-tip = 翻转地图和上面的一切
editor-make-symmetric = 使其对称
editor-make-symmetric-tip = 按左边选的对称；以西北部分为准

# Map editor: what can be undone
step-paint = 绘制
step-line = 直线
step-rectangle = 矩形
step-fill = 填充
step-road = 道路
step-river = 河流
step-castle = 城堡
step-remove-castle = 移除城堡
step-entry-hex = 入口格
step-entry-hexes = 入口格
step-cut = 剪切
step-paste = 粘贴
step-place-unit = 放置部队
step-edit-unit = 更改部队
step-move-unit = 移动部队
step-remove-unit = 移除部队
step-army = 军队
step-commander = 指挥官
step-rename = 名称
step-author = 作者
step-notes = 说明
step-turns = 回合数
step-seed = 种子
step-variation = 变化
step-objective = 目标
step-direction = 方向
step-resize = 尺寸
step-crop = 裁剪
step-mirror = 翻转
step-half-turn = 转半圈
step-make-symmetric = 对称
step-random-map = 随机地图
