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
settings-keys = 战斗按键
settings-press = 请按键
settings-usual-keys = 恢复默认按键

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
move-costs = 路程消耗 { $cost } 移动力，剩余 { $left }
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
key-point-n = 光标向北
key-point-ne = 光标向东北
key-point-se = 光标向东南
key-point-s = 光标向南
key-point-sw = 光标向西南
key-point-nw = 光标向西北
key-click = 点击光标处
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

# Overlays, hints, what if
layer-cost = 路程消耗
layer-threat = 所选部队受到的威胁
layer-chokes = 咽喉要点
layer-deployment = 部署
layer-plan = 本回合计划
layer-working = 正在计算……
cost-legend = 从所选部队出发，否则从城堡出发：移动力消耗、沿路返回的箭头、搜索展开的次序。不考虑部队。
cost-at = { $hex }：{ $cost } 移动力，第 { $number } 个展开，共 { $of } 个
threat-legend = 若所有能到达的敌人下回合各攻击一次：预计损失与攻击者数目。
threat-at = { $hex }：{ $men } 人中平均损失 { $losses } 人，被歼灭的概率 { $chance }
threat-needs-unit = 请先选择一支部队
chokes-none = 指挥官没有寻找要点。
chokes-set = { $number }. { $hexes } · 得分 { $score } · { $verdict }
judgement-held = 据守
judgement-worse = 另一组更好
judgement-leaks = 可以绕过
judgement-late = 敌人会先到
judgement-exposed = 能攻击的敌人多于能防守的部队
deployment-none = 指挥官没有指定位置。
role-gate = 封锁要点
role-support = 打击突破之敌
role-battery = 炮击
role-reserve = 预备队
role-line = 列阵
role-garrison = 守卫城堡
order-attack = { $unit } 攻击 { $target }
hint = 提示
hint-rank = 思考水平
hint-take = 照做
auto = 自动
auto-playing = 正在代打本回合……
what-if = 推演
what-if-progress = 已推演 { $fought } / { $of } 场：{ $red } 对 { $blue }，从现在打到结束
what-if-wins = { $side } 胜 { $wins } 场（{ $low }–{ $high } %）
what-if-losses = 损失：多在 { $low } 至 { $high } 之间，一半低于 { $middle }
key-hint = 请指挥官提示
key-auto = 让指挥官打完本回合
key-what-if = 让电脑推演 200 场
stance-none = 没有计划
stance-hold = 据守要道
stance-open = 在开阔地列阵
stance-castles = 进攻：要夺取城堡
stance-weaker = 进攻：敌人明显较弱
stance-dusk = 进攻：黄昏将至
steps-spent = 用了 { $of } 步中的 { $spent } 步
layer-short-cost = 路程
layer-short-threat = 威胁
layer-short-chokes = 要点
layer-short-deployment = 部署
layer-short-plan = 计划
