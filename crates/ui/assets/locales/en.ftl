# Menu
menu-motto = Where few can stop many
menu-new-battle = New battle
menu-resume = Resume
menu-files = Saves and replays
menu-editor = Map editor
menu-academy = Academy
menu-quit = Quit
menu-nothing-to-resume = No battle was left unfinished
menu = Menu
settings = Settings
back = Back
close = Close
yes = yes
no = no

# Settings
settings-language = Language
settings-speed = Speed of events
settings-scale = Size of panels
settings-scale-limit = This window has room for { $percent } %; a larger one shows the chosen size
settings-volume = Sounds
sound-on = Sounds on
sound-off = Sounds off
settings-warn = Ask before a turn ends early
settings-keys = Keys of battles
settings-press = press a key
settings-usual-keys = the usual keys

# Campaigns
campaigns = Campaigns
campaign-battles = { $battles ->
    [one] 1 battle
   *[other] { $battles } battles
} · rules { $rules }
campaign-not-begun = Not begun yet
campaign-before = Before battle { $number }: { $title }
campaign-in-battle = In battle { $number }: { $title }
campaign-over-won = The campaign is won
campaign-over-lost = The campaign is lost
campaign-over-drawn = The campaign is drawn
campaign-unusable = What was saved cannot be taken up again: { $why }
campaign-begin = Begin
campaign-anew-first = Begin anew…
campaign-anew = Begin anew
campaign-anew-ask = Begin anew? What was saved of this campaign will be gone.
campaign-battle = Battle { $number }: { $title }
campaign-turns = { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}
campaign-path = So far
campaign-passed = { $title }: { $result }, { $lost ->
    [one] 1 man lost
   *[other] { $lost } men lost
}
campaign-passed-won = won
campaign-passed-lost = lost
campaign-passed-drawn = drawn
campaign-enemy = The enemy is led by
campaign-enemy-of-map = as the map says
campaign-fight = To battle
campaign-fight-on = Back to the battle
campaign-go-on = Go on
campaign-army = Your army
campaign-points = { $points ->
    [one] 1 point
   *[other] { $points } points
}
campaign-places = { $taken } of { $places ->
    [one] 1 place
   *[other] { $places } places
} taken
campaign-army-fights = The army is in battle.
campaign-pick-first = To exchange two places, click both units on the map.
campaign-pick-second = Now click the other unit.
campaign-place = place { $place }
campaign-rests = rests
campaign-men = { $men } of { $full ->
    [one] 1 man
   *[other] { $full } men
}
campaign-experience = experience { $experience }
campaign-field = Send
campaign-rest = Rest
campaign-fill = +{ $men ->
    [one] 1 man
   *[other] { $men } men
}: { $points ->
    [one] 1 point
   *[other] { $points } points
}
campaign-buy = Buy { $unit }: { $points ->
    [one] 1 point
   *[other] { $points } points
}
campaign-auto = Refit for me
campaign-auto-tip = Fills up the units that fight, then the others, buys units for free places, and sends whom it can
campaign-undo-tip = Takes the last change of the army back, until the battle begins
campaign-gray = Gray buttons: { $why }
campaign-gray-too-dear = Gray buttons: they cost more points than are left
campaign-nobody-sent = Nobody is sent to this battle
campaign-not-saved = The campaign could not be saved
refit-campaign-over = the campaign is over
refit-no-such-unit = there is no unit `{ $unit }` in the army
refit-nothing-for-sale = `{ $kind }` cannot be bought; nothing can
refit-not-for-sale = `{ $kind }` cannot be bought; these can: { $known }
refit-wrong-number = { $unit } lacks { $lacks ->
    [one] 1 man
   *[other] { $lacks } men
}, not { $men }
refit-too-dear = that costs { $price ->
    [one] 1 point
   *[other] { $price } points
}, and { $has } are left
refit-army-full = the army has { $units ->
    [one] 1 unit
   *[other] { $units } units
}, and may have no more
refit-no-men = { $unit } has no men
refit-fights-already = { $unit } fights already
refit-rests-already = { $unit } does not fight anyway
refit-places-taken = all { $places ->
    [one] 1 place
   *[other] { $places } places
} of this battle are taken; let another unit rest first
campaign-save-other-file = this is not a saved campaign: it does not start with `HOTCAMPAIGN`
campaign-save-version = format { $found } of saved campaigns is not known; this build reads format { $known }
campaign-save-length = the saved campaign is damaged: its parts are longer or shorter than they say
campaign-save-checksum = the saved campaign is damaged: the checksum does not fit
campaign-save-text = the saved campaign is damaged: { $what }
campaign-save-battle = the battle in progress: { $what }
resume-other-campaign = the save is of the campaign `{ $saved }`, not of `{ $here }`
resume-file-changed = the campaign file has changed since this was saved: its digest was { $saved } and is { $here } now
resume-map-changed = the map `{ $map }` has changed since this was saved
resume-rules-changed = the rules `{ $rules }` have changed since this was saved
resume-impossible-state = the save does not fit the campaign: it names battles or units that cannot be there
resume-other-battle = the battle in the save is not the one at which the campaign stands
resume-battle = the battle in the save: { $what }

# Puzzles
puzzles = Puzzles
puzzles-solved = { $solved } of { $puzzles } solved
puzzle-line = { $number }. { $map }: { $side } to move
puzzle-is-solved = { $theme } · rating { $rating } of 5 · solved
puzzle-is-open = { $theme } · rating { $rating } of 5
puzzle-title = Puzzle { $number } · { $theme } · rating { $rating } of 5
puzzle-task-red = { $side } to move: take the castle before dusk. Find the plan for this half-turn: { $best } % to win with the best, { $other } % with the best of another kind.
puzzle-task-blue = { $side } to move: hold the castle until dusk. Find the plan for this half-turn: { $best } % to win with the best, { $other } % with the best of another kind.
puzzle-dice = Attacks do what mean dice do; the plan is judged over all dice when you end the turn.
puzzle-judging = Judging the plan …
puzzle-unjudged = This plan cannot be judged.
puzzle-over = The puzzle is over
puzzle-solved = Solved: { $chance } % to win. The best plan has { $best } %.
puzzle-nearly = Nearly: { $chance } % to win. The best plan has { $best } %.
puzzle-missed = Missed: { $chance } % to win. The best plan has { $best } %.
puzzle-solution-is = Solution, { $best } %: { $orders }
puzzle-other = Only { $chance } %: { $orders } ({ $why })
puzzle-why-time = the battle ends and is not won
puzzle-why-castle = { $side } takes the castle at { $hex }
puzzle-why-units = { $side } destroys { $units ->
    [one] 1 unit
   *[other] { $units } units
}
puzzle-why-less = nothing falls at once, but the chance does
puzzle-retry = Again
puzzle-solution = Solution
puzzle-next = Next puzzle
puzzle-list = List
puzzle-not-saved = Puzzles are not saved; the solved ones are remembered.
puzzle-retake = retake the castle
puzzle-dusk-charge = charge before dusk
puzzle-storm = storm the castle
puzzle-guns-first = guns first
puzzle-converge = all against one
puzzle-withdraw = strike and withdraw
puzzle-strike = strike
puzzle-guard = man the castle
puzzle-march = march
puzzle-stand = stand fast

# Saves and replays
files-saves = Saved battles
files-replays = Replays
files-none = none yet
files-reading = reading …
files-turn = Turn { $turn }
files-over = over in turn { $turn }
seen-by = as { $side } saw it
seen-by-watcher = as seen by whoever watched
files-more = and { $files ->
    [one] 1 older one
   *[other] { $files } older ones
}
files-delete = Delete
files-delete-ask = Delete { $file } for good?
files-keep = Keep
files-deleted = Deleted: { $file }
files-delete-tip = Delete this file
saved-as = Saved as { $file }
view-log-saved = What you have seen of this battle is kept as { $file }
view-log-unreadable = No battle can be watched by this file: { $why }

# Sides, units, ground
side-red = Red
side-blue = Blue
human = human
seat-of-program = a program
seat-of-command = program: { $command }
rank-lieutenant = Lieutenant
rank-captain = Captain
rank-major = Major
rank-colonel = Colonel
rank-brigadier = Brigadier
rank-general = General
unit-infantry = infantry
unit-cavalry = cavalry
unit-artillery = artillery
terrain-road = road
terrain-bridge = bridge
terrain-grass = grass
terrain-castle = castle
terrain-forest = forest
terrain-water = water
terrain-mountain = mountain
terrain-cost = { $cost } MP
terrain-impassable = impassable
terrain-cover = cover { $percent } %
terrain-height = level { $height }
passage-arrival = { $side } comes here, in turn { $turn } at first
passage-exit = { $side } leaves the map here
passage-home = home of { $side }: its broken units run here
no-officer = no officer
officer-fallen = the officer has fallen

# Setup
setup-red = Red invades
setup-blue = Blue defends
setup-commander = commanded by
setup-program = A program…
setup-program-tip = A program of yours commands this side: you name it, see what is started, and confirm it
setup-program-refused = The map names a program for this side. No map starts one; if you trust it, name it yourself
setup-program-walls = a program behind walls, started with the battle
setup-program-no-walls = a program without walls, started with the battle
setup-thinks-as = thinks as a
setup-own-rank = its officer
setup-own-rank-tip = As far ahead as the highest officer of its units who is still alive
setup-standard-army = the standard army
setup-thinks-for = or each turn for
setup-seconds = { $seconds } sec
setup-seconds-tip = By the clock: strategist plays the better the longer it may think, and other orders each time. Ranks count steps: they play the same on every computer
setup-units = { $units ->
    [one] 1 unit
   *[other] { $units } units
}
setup-points = { $points ->
    [one] 1 point
   *[other] { $points } points
}
setup-points-of = points: { $points } of { $asked }
setup-factor = its units deal { $factor } of the losses
setup-points-tip = Another army: for this many points, in the proportions of the standard army, without officers
setup-by-steps = or by steps
setup-steps-tip = So many alternatives are weighed in each half-turn, whatever the rank: a General weighs 25,000. The same orders on every computer
setup-doctrine = doctrine
setup-doctrine-tip = The numbers by which it weighs things; click for the next. Files of yours are found in the folder "doctrines" beside your saved battles, and made by "hotgates tune"
setup-doctrine-missing = The map asks for the doctrine { $doctrine }, which is not here: the usual one counts
setup-policy-tip = A policy that was trained: a file of the folder "policies" beside your saved battles
setup-policy-obstacle = The policy cannot fight here: { $why }
setup-armies = armies…
setup-armies-tip = Save this army, or load one that was saved
commander-human-tip = You, or somebody beside you
commander-random-tip = Any order that the rules allow, by chance. To try things out
commander-greedy-tip = The best exchange of losses, one order ahead. For a first battle
commander-hunter-tip = Goes after the nearest enemy, picks targets by the losses to expect, and keeps its guns out of melee. Wins 68 of 100 battles against greedy, from both sides
commander-warden-tip = Finds the hexes that close every way to the castle and holds them, or deploys for the open field. Wins 74 of 100 battles against greedy, and 93 of 100 as Blue against hunter's first form
commander-warden-exact-tip = Warden with the smallest set of hexes that closes all ways, where its steps suffice
commander-strategist-tip = Finds out how the enemy plays, and plays plans forward against that. The strongest: as Blue it wins 98 of 100 against hunter's and warden's first forms. Takes seconds for a half-turn where others take milliseconds
armies-name-tip = A name for this army; without one it is called as the map
armies-save = save
armies-none = No army has been saved yet
armies-other = { $armies ->
    [one] 1 army is of other rules
   *[other] { $armies } armies are of other rules
}
armies-army = { $name }: { $units ->
    [one] 1 unit
   *[other] { $units } units
}
armies-saved = The army is saved: { $file }
armies-refused = { $name } cannot fight here: { $why }
setup-even-none = How even is it? …
setup-even-red = Red wins { $wins } of { $games ->
    [one] 1 battle
   *[other] { $games } battles
}
setup-even-blue = Blue wins { $wins } of { $games ->
    [one] 1 battle
   *[other] { $games } battles
}
setup-even-fighters = Red: { $red }, Blue: { $blue }
setup-even-tip = This battle, fought beforehand with other dice than yours
setup-even-commander = { $side }: { $commander }
setup-even-stand-in = { $side }: { $commander } in place of who plays
setup-even-out = even out by
setup-even-waits = being fought
setup-even-waits-tip = The battles are still being fought: how even this one is, is not known yet
setup-even-is-even = about even
setup-even-is-even-tip = Both sides win about as often: there is nothing to even out
setup-even-turns = turns
setup-even-turns-tip = Search for the number of turns with which both win about as often
setup-even-men = men
setup-even-men-tip = Take men from whoever wins too often, until both win about as often
setup-even-stop = stop ({ $tried } tried)
setup-even-evened = Evened out { $change }: Red wins { $red } of { $games }
setup-even-best = Nothing is changed: even { $change } Red wins { $red } of { $games }
setup-even-with-turns = with { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}
setup-even-with-red-men = with { $percent } of 100 of Red's men
setup-even-with-blue-men = with { $percent } of 100 of Blue's men
setup-even-no-turns = The number of turns cannot be changed so that it helps
setup-even-no-men = The men cannot be changed so that it helps
setup-add = + unit
setup-kind-tip = Click for the next type
setup-rank-tip = Rank of its officer: click for the next
setup-remove-tip = Take it out
setup-from = Red comes from
setup-turns = turns
setup-fog = fog of war
setup-cohesion = cohesion
setup-cohesion-tip = Units that lose many men stop attacking, then run for home, and rally away from the enemy
setup-retreat = retreats
setup-retreat-tip = A unit that loses a melee gives way by a hex and keeps some of its men
setup-supply = supply
setup-supply-tip = Units that no supplies reach grow slower, then weaker, and fall apart where units have cohesion
setup-ammunition = ammunition
setup-ammunition-tip = Guns count their rounds, and get some back each turn
setup-officers = officers
setup-officers-tip = Units that fight gain experience, by which officers rise in rank; and officers can fall
setup-leadership = leadership
setup-leadership-tip = Units near a friend's officer deal more losses
setup-combined-arms = combined arms
setup-combined-arms-tip = An attack deals more losses if a friend of another kind stands beside the target
setup-facing = facing
setup-facing-tip = Units face a way: attacks on their flank or rear deal more losses and are answered less
setup-reaction = reaction fire
setup-reaction-tip = Guns that have not fired in their own half fire once in the enemy's: at who moves, or for a friend who is struck
setup-entrenchment = entrenchment
setup-entrenchment-tip = Units that stay where they are dig in, and lose fewer men
setup-height = height
setup-height-tip = Who stands higher deals more losses, and sees over what is lower
setup-works = works
setup-works-tip = Units such as engineers lay bridges, blow them up, or do what else the rules name
setup-works-none = These rules name no works
setup-weather = weather
setup-weather-tip = What ground costs, how far units see and how well they fire changes from turn to turn
setup-weather-none = These rules have no weather
setup-not-in-rules = Not in these rules: { $rules }.
setup-fog-tip = Each side sees what its units see, and knows nothing of enemies elsewhere
setup-seed = dice seed
setup-seed-tip = A number: the same seed gives the same dice
setup-start = Start
direction-n = N
direction-ne = NE
direction-se = SE
direction-s = S
direction-sw = SW
direction-nw = NW

# Battle
turn-of = Turn { $turn } of { $last }
side-moves = { $side } moves
battle-over = The battle is over
deploying = Before the battle
dusk-in = { $turns ->
    [0] last turn before dusk
    [one] 1 turn to dusk
   *[other] { $turns } turns to dusk
}
thinking = { $side } is thinking …
thinking-program = { $side } thinks: { $seconds } / { $most } sec
stop-program = Stop
stop-program-tip = Ends the program: another commander can go on for it
pause = Pause
go-on = Go on
step = Step
skip = Skip
undo = Undo
undo-tip = Takes the last move back, until dice are rolled
undo-tip-program = Takes the last move back, until dice are rolled. The program hears of your moves only when its turn begins
next-unit = Next
leave-map = Leave
select-who-leaves = select the unit that is to leave the map
select-who-marches = select a unit that you command first
point-where-to-march = point at the hex that the unit is to march to
no-way-to-march = there is no way there
march-ended = the march is over
march-met-enemy = { $unit } has met the enemy: its march is over
march-hindered = { $unit } does not march on: the enemy is near, it has been hit, or the way is blocked
march-not-planned = a march is no part of a plan: plan the move of this turn
plan-title = My plan
plan-button = Plan
plan-tip = From now on orders are planned and not given: the board shows where they lead, with exact odds
plan-empty = Orders are planned now, and not given. The board shows where they lead if every attack does what it does on average.
plan-leaves = destroyed by then: { $destroyed }; { $men ->
    [one] 1 man left on average
   *[other] { $men } men left on average
}
plan-can-be-given = can be given in { $share } of the cases
plan-counting = counting the odds …
plan-too-many = There are too many cases to count the odds of every order.
plan-as-planned = Everything goes as planned in { $share } of the cases
plan-as-planned-tip = The cases in which, to the end of the plan, all units stand where they should, and none is destroyed or breaks that should not. Orders that cannot be given any more are left out of the other cases.
plan-carry-out = Carry out
plan-carry-out-one = One order
plan-drop = Drop
plan-stop = Stop
plan-still-open = the plan has orders that have not been given: carry it out or drop it first
plan-went-differently = that went differently than planned: the rest of the plan waits
plan-not-here = no plan is made here: a puzzle is one already
plan-order-lost = the rest of the plan cannot be given any more. { $order }: { $why }
select-who-turns = select a unit and point at the hex that it is to turn to
select-who-works = select a unit that can work, and point at the hex that it is to work on
event-message = { $message }
save = Save
end-turn = End turn
end-turn-idle = { $units ->
    [one] 1 unit can still act. End the turn?
   *[other] { $units } units can still act. End the turn?
}
end-turn-breaks-off = { $units ->
    [one] 1 unit would break off its work.
   *[other] { $units } units would break off their works.
}
end-turn-yes = End it
end-turn-no = Not yet
begin-fighting = Begin the battle
deploy-hint = Your units may be arranged on the light hexes: click a unit, then a hex.
hud-hint = Click a unit to see where it can go and whom it can attack.
nobody-can-act = No unit can act any more: end the turn
nothing-to-undo = Nothing to take back: no move since the turn began or dice were rolled
log = Log
log-move = { $unit } to { $to }
log-attack = { $unit } attacks { $target }: { $dealt } lost, { $taken } in return
log-destroys = { $unit } destroys { $target }: { $dealt } lost, { $taken } in return
log-end-turn = { $side } ends the turn
log-with-news = { $order }; { $news }
log-castle = { $side } takes the castle
log-hex = { $side } takes the hex of a goal
log-arrives = { $side }: { $unit } arrives at { $at }
log-withdrawn = { $side }: { $unit } is taken back
log-out-of-sight = { $side }: out of sight
log-hit = { $unit } −{ $losses }
log-ran-into = { $unit } runs into { $enemy }
log-sighted = { $side }: { $unit } comes into sight at { $at }
log-fled = { $side }: { $unit } flees from the map
log-breaks = { $side }: { $unit } breaks
log-rallies = { $side }: { $unit } rallies
log-unsupplied = { $side }: { $unit } is out of supply
log-resupplied = { $side }: { $unit } is in supply again
log-promoted = { $side }: the officer of { $unit } is now { $rank }
log-officer-fell = { $side }: the officer of { $unit } falls
log-surrenders = { $side }: { $unit } surrenders
log-gives-way = { $unit } gives way to { $to }
log-gives-way-with = { $unit } gives way to { $to }, { $back ->
    [one] { $back } man comes back
   *[other] { $back } men come back
}
log-pursues = { $unit } pursues to { $to }
log-runs = { $side }: { $unit } runs to { $to }
log-called = { $side }: { $unit } is called
log-exit = { $unit } leaves the map
log-face = { $unit } faces { $way }
log-work = { $unit } works at { $at }: { $work }
log-terrain-changed = { $at } becomes { $terrain }
log-weather = weather: { $weather }
weather-now-and-then = weather: { $weather }, then { $next }
weather-sight = sight { $percent }
weather-fire = losses by fire { $percent }
weather-cost = { $terrain } costs { $percent }
log-reacts = { $unit } fires at { $target } while it moves: { $losses ->
    [one] 1 man
   *[other] { $losses } men
}
log-supports = { $unit } fires at { $target } in support: { $losses ->
    [one] 1 man
   *[other] { $losses } men
}
log-goes-back = { $unit } goes back to { $to }
log-goal-met = { $side } has met a goal: { $goal }
log-goal-held = { $goal }: half-turns held, { $progress } of { $turns }
log-goal-left = { $goal }: { $progress } of { $count }
log-goal-lost = { $goal }: to be begun again
goal-named = { $name } ({ $aim })
goal-hold = hold { $hexes }
goal-hold-turns = hold { $hexes } through { $turns ->
    [one] 1 half-turn of { $other }
   *[other] { $turns } half-turns of { $other }
}
goal-take = take { $hexes }
goal-take-by = take { $hexes } by turn { $turn }
goal-destroy = destroy { $units }
goal-destroy-by = destroy { $units } by turn { $turn }
goal-exit = leave the map over { $hexes } with { $count ->
    [one] 1 unit
   *[other] { $count } units
}
goal-exit-by = leave the map over { $hexes } with { $count ->
    [one] 1 unit
   *[other] { $count } units
} by turn { $turn }
goal-closed = not yet
arrivals = For { $side } in turn { $turn }: { $units }
goal-points = { $goal }: { $points ->
    [one] 1 point
   *[other] { $points } points
}
goal-of-both = { $goal }: for both sides
goal-of-both-points = { $goal }, points: Red { $red }, Blue { $blue }
goal-met = met
goal-over = too late
goal-progress = { $progress } of { $turns }
goals-title = Goals
goals-win = { $side } wins with: { $goals }
goals-and = { $one } and { $other }
goals-invasion = Red wins if it holds every castle before dusk
goals-meeting = At dusk more castles win, then more of the army left
goals-points = At dusk more victory points win
goals-dusk = { $side } wins at dusk otherwise
goals-score = Victory points: Red { $red }, Blue { $blue }
unit-strength = strength
condition-cohesion = cohesion
condition-wavering = wavers: does not attack
condition-broken = broken: takes no orders
condition-unsupplied-first = without supplies: slower
condition-unsupplied-second = without supplies: slower and weaker
condition-unsupplied-third = without supplies: slower, weaker, loses cohesion
unit-rounds = rounds
unit-experience = experience
unit-led = { $rank } near: deals { $more } more
unit-faces = faces { $way }
unit-turn = Shift+click on a hex turns it there for { $cost } MP
unit-ready = has kept its fire
unit-dug-in = dug in, level { $level } of { $levels }: keeps { $percent } off
unit-works = { $work } at { $at }: { $done } of { $turns } done
works-title = Works
work-button = { $work } at { $at }: { $done } of { $turns }
work-button-tip = It takes all points of this half-turn, and of each until it is done: a unit that moves, attacks or idles begins anew.
unit-movement = movement
unit-range = range { $min }–{ $max }
unit-points = { $points ->
    [one] 1 point
   *[other] { $points } points
}
unit-attack-cost = an attack costs { $cost } MP
unit-blows = destroys { $attack } of its own number with a blow, { $back } striking back
unit-shots = { $power } with a shot
march-costs = march there in { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}, { $cost } MP: Y or Ctrl+click
move-costs = the way costs { $cost } MP, { $left } left
move-drawing-fire = { $units ->
    [one] 1 unit fires
   *[other] { $units } units fire
} at this move, at { $hexes }: { $men ->
    [one] 1 man lost
   *[other] { $men } men lost
} on average, destroyed in { $falls }
move-drawing-fire-stops = { $units ->
    [one] 1 unit fires
   *[other] { $units } units fire
} at this move, at { $hexes }: { $men ->
    [one] 1 man lost
   *[other] { $men } men lost
} on average, destroyed in { $falls }, stopped in { $stops }
odds-after-fire = These odds are of a unit that comes through whole
odds-attack-on = Attack on { $target }
odds-dealt = losses expected of them
odds-taken = losses expected of us
odds-destroys = they are destroyed
odds-lost = we are destroyed
odds-they-break = they break
odds-we-break = we break
odds-gives-way = they give way
odds-no-room = they have nowhere to go
odds-pursues = we pursue
odds-flank = on their flank
odds-rear = on their rear
odds-combined-arms = combined arms
odds-leadership = leadership
odds-answer = their answer
odds-their-leadership = their leadership
odds-height = height
odds-their-height = height, their answer
odds-side-factor = this map
odds-their-side-factor = this map, their answer
odds-dug-in = they are dug in
odds-support = { $unit } fires first, in support: { $men ->
    [one] 1 man lost
   *[other] { $men } men lost
} on average
odds-their-officer-falls = their officer falls
odds-our-officer-falls = our officer falls
odds-their-officer-rises = their officer rises
odds-our-officer-rises = our officer rises
odds-chart = their losses

# The end
verdict-castle = { $side } wins: it holds every castle
verdict-annihilation = { $side } wins: no enemy is left
verdict-dusk = { $side } wins: dusk has fallen
verdict-goals = { $side } wins: it has met its goals
verdict-points = { $side } wins: it has more points at dusk
verdict-resigned = { $side } wins: { $other } gave up
verdict-crashed = { $side } wins: the program of { $other } ended
verdict-timeout = { $side } wins: { $other } took too long
verdict-unparsable = { $side } wins: the program of { $other } was not understood
verdict-illegal = { $side } wins: the program of { $other } gave illegal orders
program-loss-why = What happened: { $why }
program-loss-errors = The last that the program wrote on standard error:
verdict-fled = { $side }: { $units ->
    [one] 1 unit
   *[other] { $units } units
} fled from the map
verdict-officers-fell = { $side }: { $officers ->
    [one] 1 officer fell, and his unit lives
   *[other] { $officers } officers fell, and their units live
}
verdict-degree = { $side }: { $degree }
verdict-draw = A draw: dusk has fallen
verdict-draw-agreed = A draw: both sides agreed to it
verdict-turn = in turn { $turn }
verdict-left = { $side }: { $left } of { $start ->
    [one] 1 man left
   *[other] { $start } men left
}, in { $units ->
    [one] 1 unit
   *[other] { $units } units
}
strength-over-time = Strength over time
graph-most = greatest: { $men ->
    [one] 1 man
   *[other] { $men } men
}
graph-turn = turn { $turn }
watch-replay = Watch
fight-again = Again
outcome = Outcome

# Replays
replay-first = to the start
replay-back = one order back
replay-forward = one order on
replay-last = to the end
replay-next-unit = select the next unit
replay-at = Turn { $turn } of { $last }, order { $order } of { $orders }
replay-totals = { $side }: { $orders ->
    [one] 1 order
   *[other] { $orders } orders
}, { $lost ->
    [one] 1 man lost
   *[other] { $lost } men lost
}

# Keys
key-end-turn = end the turn
key-point-n = point to the north
key-point-ne = point to the north-east
key-point-se = point to the south-east
key-point-s = point to the south
key-point-sw = point to the south-west
key-point-nw = point to the north-west
key-click = click where the pointer is
key-undo = take the last move back
key-next-unit = next unit that can act
key-leave-map = the selected unit leaves the map
key-plan = begin a plan of your own; end one without orders
key-carry-out = carry out your plan
key-march = the selected unit marches there; on its own hex the march ends
key-hold = the selected unit holds: not asked for in this turn
key-turn = the selected unit turns to the hex that is pointed at
key-work = the selected unit works on the hex that is pointed at
key-centre = look at the selected unit
key-begin = begin the battle
key-zoom-in = come closer
key-zoom-out = go farther away
key-faster = faster
key-slower = slower
key-pause = pause, go on
key-step = show one order, and stop
key-step-back = back by one order, and stop
key-why = why the computers do what they do
key-skip = show at once what has happened
key-save = save a copy
key-escape = select nothing; back to the menu
key-keys = Keys
key-arrows = Arrows
key-wheel = Wheel
key-shift-click = Shift+click
key-control-click = Ctrl+click
key-drag = Right drag
key-pan = move over the map
key-zoom = closer, farther

# Overlays, hints, what if
layer-cost = Ways and their cost
layer-threat = Threat to the selected unit
layer-chokes = Points of convergence
layer-deployment = Posts of the deployment
layer-plan = Plan for the turn
layer-supply = Supply
layer-leadership = Leadership
layer-working = Being worked out …
layer-zoom-for-numbers = The numbers stand on the hexes once these are larger: turn the wheel or press +.
cost-legend = From the selected unit, else from the castles: movement points, the arrow back along the way, and the place in the order in which the search expands the hexes. Units are ignored.
cost-at = { $hex }: { $cost } MP, expanded { $number } of { $of }
threat-legend = If every enemy that can reach it attacks once in its next turn: losses expected and number of attackers.
threat-at = { $hex }: { $losses } of { $men ->
    [one] 1 man
   *[other] { $men } men
} lost on average, destroyed with { $chance }
threat-needs-unit = Select a unit to see what threatens it
supply-needs-rule = These rules have no supply
supply-hexes = supplies reach { $number ->
    [one] 1 hex
   *[other] { $number } hexes
}
supply-units-without = × { $number ->
    [one] 1 unit
   *[other] { $number } units
} without supplies
supply-legend = Supplies come from castles, depots with a unit and the own edge of the map, as far as the side knows of enemies. Units get them at the start of their half-turn.
leadership-needs-rule = These rules have no leadership
leadership-legend = { $number ->
    [one] 1 hex
   *[other] { $number } hexes
} near an officer whose unit has not broken, with what the losses rise by that other units of the side deal there. An officer helps up to { $radius ->
    [one] 1 hex
   *[other] { $radius } hexes
} away, of several the highest.
chokes-none-here = Nowhere do a few hexes bar every way to what the side defends.
chokes-none = This commander is not looking for any. A warden or a strategist that defends does: give the side to one of them to see its points.
chokes-set = { $number }. { $hexes } · score { $score } · { $verdict }
judgement-held = held
judgement-worse = another set is better
judgement-leaks = there is a way around it
judgement-late = the enemy would be there first
judgement-exposed = more enemies can attack it than there are units to hold it
deployment-none = This commander gives its units no posts. A warden or a strategist that defends does: give the side to one of them to see its posts.
role-gate = bars the point
role-support = strikes who comes through
role-battery = fires
role-reserve = in reserve
role-line = in the line
role-garrison = keeps the castle
order-attack = { $unit } attacks { $target }
unit-of = { $side }'s { $unit }
unit-new = new { $unit } { $number }
why = Why
why-order = { $side }, turn { $turn }, order { $order }
why-order-of = { $side }, turn { $turn }, order { $order } of { $orders }
why-unknown = Nobody knows why.
why-said = The program says: { $said }
why-silent = The program says nothing of it.
reason-lot = drawn by lot from { $of ->
    [one] 1 order
   *[other] { $of } orders
}
reason-target = attacking { $target }
reason-attacks = attacking { $target } costs it about { $dealt } of { $men ->
    [one] 1 man
   *[other] { $men } men
} and us { $taken }
reason-fires = firing at { $target } costs it about { $dealt } of { $men ->
    [one] 1 man
   *[other] { $men } men
}
reason-destroys = , with { $percent } % to destroy it
reason-rather = ; rather than { $attack }
reason-rather-from = ; rather than { $unit } from { $hex } { $attack }
reason-approach = from { $hex }, { $attack }
reason-take-goal = the goal at { $hex } can be taken this turn for { $cost } movement points
reason-leave-map = leaves the map for a goal: { $goal }
reason-march-to-exit = is to leave the map for a goal, { $cost } movement points from here
reason-go-round-to-goal = goes round, { $cost } movement points to the nearest goal, since others queue for the shortest way
reason-march-to-goal = no enemy can be reached: goes for the nearest goal, { $cost } movement points away
reason-march-on-goal = goes for the nearest goal, { $cost } movement points away
reason-take-castle = the castle at { $hex } can be taken this turn for { $cost } movement points
reason-pursue = goes for the nearest enemy, { $cost } movement points away
reason-go-round = goes round, { $cost } movement points to the castle, since others queue for the shortest way
reason-hurry = hurries past the enemy to the castle, { $cost } movement points away with { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
} left
reason-march = no enemy can be reached: goes for the nearest castle, { $cost } movement points away
reason-keep-away = keeps { $distance ->
    [one] 1 hex
   *[other] { $distance } hexes
} away from { $enemy }
reason-work = { $work }: { $gain }
reason-go-to-work = is to work at { $hex }, { $work }: { $gain }
reason-await-work = a way opens at { $hex }: { $work }
work-sooner = { $units ->
    [one] 1 unit
   *[other] { $units } units
} of ours there { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
} sooner
work-later = { $units ->
    [one] 1 unit
   *[other] { $units } units
} of the enemy there { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
} later
work-cover = cover that saves { $men ->
    [one] 1 man
   *[other] { $men } men
} of { $unit }
reason-suppose = supposes that { $enemy }, out of sight, is near
reason-deploy = { $role }; { $filled } of { $of ->
    [one] 1 position
   *[other] { $of } positions
} will be filled
reason-make-way = on the way to a position; { $filled } of { $of ->
    [one] 1 position
   *[other] { $of } positions
} will be filled
reason-foreseen = { $plans ->
    [one] the only plan played forward
   *[other] the best of { $plans } plans played forward
}: to { $style }
reason-foreseen-strike = , striking { $target } from { $hexes ->
    [one] 1 hex
   *[other] { $hexes } hexes
}
reason-foreseen-guns = , guns first
reason-foreseen-chance = ; { $percent } % to win, { $before } % as it stands
reason-foreseen-gain = ; gains most in { $part }, { $points ->
    [one] 1 point
   *[other] { $points } points
}
reason-foreseen-loss = ; gives up most in { $part }, { $points ->
    [one] 1 point
   *[other] { $points } points
}
reason-foreseen-wins = ; it may win the battle at once
reason-foreseen-loses = ; it may lose the battle at once
reason-foreseen-castle = ; towards the castle at { $hex }, there in turn { $turn } if all goes well
reason-foreseen-goal = ; towards the goal at { $hex }, there in turn { $turn } if all goes well
reason-foreseen-rather = ; rather than to { $style }, { $percent } %
reason-foreseen-dearer = ; rather than to { $style }, { $percent } %, less by { $cost }
part-armies = what is left of the armies
part-castles = castles and goals
part-march = the way to the castles
part-siege = superiority about the castles
reason-solved = the rest of the battle is solved: nothing wins more often than { $percent } %
plan-attack = attack
plan-storm = storm the castles
plan-skirmish = strike and go back
plan-bombard = bombard from afar
plan-stand = stand fast
plan-hunter = hunt like a hunter
plan-warden = defend like a warden
plan-greedy = take the best exchanges
reason-done = { $idle ->
    [0] every unit has spent its points
    [one] 1 unit has nothing better to do
   *[other] { $idle } units have nothing better to do
}
hint = Hint
hint-rank = thinks as a
hint-take = Do it
auto = Auto
auto-playing = plays the rest of the turn …
what-if = What if
what-if-progress = { $fought } of { $of ->
    [one] 1 battle
   *[other] { $of } battles
}: { $red } against { $blue }, from here to the end
what-if-unseen = { $count ->
    [one] 1 enemy unit, which is out of sight, takes
   *[other] { $count } enemy units, which are out of sight, take
} no part in these battles.
what-if-wins = { $side } wins { $wins ->
    [one] 1 time
   *[other] { $wins } times
} ({ $low }–{ $high } %)
what-if-losses-same = losses: mostly { $losses }
what-if-losses = losses: mostly { $low } to { $high }, half below { $middle }
key-hint = ask a commander what to do
key-auto = let a commander play the rest of the turn
key-what-if = let computers finish the battle 200 times
analysis = Analysis
key-analysis = what decided the battle: dice, mistakes and better orders
analysis-working = analysing: { $percent } %
analysis-failed = This battle cannot be analysed.
analysis-undecided = Nobody has won yet
analysis-chance = Red's chance to win
analysis-luck = { $side }: kinder dice than { $percent } % of all
analysis-counts = { $side }: blunders { $blunders }, mistakes { $mistakes }
analysis-order = turn { $turn }, { $side }: { $order } (−{ $cost } %)
analysis-plan = turn { $turn }, { $side }: the plan of the half-turn (−{ $cost } %)
analysis-better = better: { $orders }
analysis-none = No mistake was found.
analysis-units = Units
analysis-unit = { $unit }: dealt { $dealt }, lost { $lost }, held { $held }, idle { $idle }
stance-none = decides order by order
stance-hold = holds a pass
stance-open = lines up in the open
stance-planned = plans to { $style }
stance-planned-against = plans to { $style }; expects the enemy to { $enemy }
stance-castles = charges: it has castles to take
stance-weaker = charges: the enemy is clearly weaker
stance-dusk = charges: dusk is near
stance-rehearsed = charges: that promises more than to hold
steps-spent = thought for { $spent } of at most { $of ->
    [one] 1 step
   *[other] { $of } steps
}
layer-short-cost = Ways
layer-short-threat = Threat
layer-short-chokes = Points
layer-short-deployment = Posts
layer-short-plan = Plan
layer-short-supply = Supply
layer-short-leadership = Leaders

# The first battle
tutorial-select = You are Blue. Red has come from the north for your castle, and until dusk, in the seventh turn, you have to hold it. The mountains have one pass, a single hex wide: whoever stands there fights one enemy at a time. Click the infantry in the white ring (or press N).
tutorial-move = The light hexes are where it can go; the numbers are the movement points left there. Point at the hex in the white ring to see the way, then click it. U takes a move back until dice are rolled.
tutorial-hint = The pass is barred. Who stands where behind it? Ask a commander: press H, or click Hint at the top.
tutorial-follow = The hint says what to do and why: who strikes whoever comes through, where the guns fire from. Click "Do it", or move a unit as you like it better.
tutorial-end-turn = Do the same with the others, then end the turn: T, twice if some can still act. Red moves next, and on the left its commander says why it does each thing.
tutorial-attack = Red is at the pass. Select a unit and point at an enemy with a red ring: on the right are the exact odds, losses expected on both sides and the chance of each. Click the enemy to attack. The guns first: nobody can hit back at them from there.
tutorial-look = Now see what threatens you: select the unit in the pass and press 2. Each hex says what it would lose there in Red's next turn, if every enemy that can reach it attacks. 3 shows the points that are worth holding.
tutorial-hold = Hold the pass to the end. Change the unit in it when it gets weak. H knows what to do, J plays the rest of a turn, and I lets computers finish the battle 200 times to tell you how it stands.
tutorial-over = The pass has held: that is the game. Hot Gates asks the same of you on a larger map. Watch this battle again to see why Red did what it did; F1 lists all keys.
tutorial-lost = Red has the castle. Begin again, stand in the pass and let them come: nobody gets past while it holds, and the guns fire over it.
lessons = Lessons
lessons-won = { $won } of { $lessons } won; about five minutes each
lesson-is-won = ✓ won
lesson-step = { $lesson } · { $step } of { $of }
lesson-skip = Skip this step
lesson-only-planned = Orders of a plan count once they are carried out: press Carry out.
lesson-step-back = Previous step
lesson-again = Start over
lesson-next = Next lesson
lesson-puzzle = A puzzle on it
lesson-first = The first battle
lesson-first-about = Hold a pass with few: moves, odds, hints and overlays
lesson-roads = The long road
lesson-roads-about = Ground costs time: the way round can be the quick one
lesson-guns = Guns first
lesson-guns-about = Fire from where nobody can hit back, and before others attack
lesson-pass = Two gaps
lesson-pass-about = Find the hexes that bar every way, and stand in them
lesson-field = Three on one
lesson-field-about = Make a plan of your own, and meet few with many
lesson-flanks = Behind them
lesson-flanks-about = See through the fog, and attack from where nobody looks
roads-select = You are Red. The castle lies beyond the forest, in the east, and dusk comes with the fourth turn. Click the cavalry in the white ring.
roads-look = Press 1: every hex shows what the way there costs from where you point. A hex of forest costs 4 movement points, one of road only 1. Point at your cavalry, and compare the forest with the road around it.
roads-march = The castle is eighteen hexes away through the forest, for 64 movement points, and twenty-five by the road, for 28. Select the cavalry, point at the castle and press Y (or hold Ctrl and click): it marches there by the cheapest way, turn after turn. Numbers show where it will stand.
roads-end-turn = The infantry can march, too. Then end the turn: T. The march goes on by itself in your next turn.
roads-fight = The cavalry is in the castle before dusk. Hold it there: Red wins with the castle once Blue has had a turn to take it back. End your turns until then.
roads-over = The long road was the short one. The overlay of ways (1) says so at any time, and the numbers on the light hexes are the movement points that are left there.
roads-lost = Dusk has come, and the castle is not yours. Through the forest it is too far: begin again, and have the cavalry march by the road in the first turn.
guns-wait = You are Blue, with two guns behind your infantry. Guns fire 2 to 4 hexes far, and nobody strikes back at them from there. Let Red come: end the turn with T.
guns-fire = Red is in range, or nearly. Select a gun, point at an enemy with a red ring and read the odds: losses are dealt, none are taken. Click to fire. If nobody is in range, move nearer or end the turn.
guns-together = Now fire first, then attack the same enemy with another unit in the same turn: who has fewer men strikes back more weakly. Two units on one enemy.
guns-fight = Go on like that until dusk, in the sixth turn. Guns lose most fights at close quarters: keep the infantry between them and Red.
guns-over = Guns first, then the others: the order of attacks decides as much as their number.
guns-lost = Red has the castle. Keep the guns behind the infantry, two to four hexes from whoever comes, and fire every turn.
pass-look = You are Blue. A ridge with two gaps lies between Red and your castle. Press 3: it shows sets of hexes that cut every way to the castle, and what becomes of those who hold them.
pass-stand = Have a unit of infantry stand in each of the two hexes in white rings. Then no way is left, and in each gap only one enemy can attack at a time.
pass-end-turn = Both gaps are barred. End the turn with T; Red has to come to you.
pass-fight = Hold both gaps until dusk. The guns stand behind, and fire over your own units at whoever is in front of a gap. Attack when the odds are good, and do not leave the hexes.
pass-over = Two units have held an army, as the ground did half the work. Overlay 3 finds such hexes on every map, and proves that nothing gets past.
pass-lost = Red has got through. Begin again and go into both gaps in the first turn: one alone does not help.
field-plan = You are Red. No ground helps anybody here, so meet few with many. Press M to make a plan: orders are planned and not given. Plan attacks of two units or more on the nearer enemy: select each, then click the enemy.
field-carry-out = At the right stand the exact odds of the whole plan: what each attack would leave for the next. Change the order of the attacks if that is better (U takes one back), then press Carry out. It stops by itself where something goes differently.
field-fight = Now the other one: reach it together, and take the castle before dusk, in the eighth turn. A plan for each turn helps to bring everybody there at the same time.
field-over = Three attacked one, twice, and never three met three. Plans work in every battle: M.
field-lost = Dusk has come. Begin again: two or three units on the first enemy in the first turn, then all together for the castle.
flanks-sight = You are Red, in fog: you see only what your units see, and cavalry gets farthest. Somewhere between you and the castle stands Blue. Send the cavalry ahead until you see it.
flanks-attack = There it is. The small mark on its counter shows the way that it faces. Ride around it, and attack from a hex that it does not face: the odds say flank or rear, and how much more that does. It may take a turn to get there.
flanks-fight = Destroy it or go past it, and take the castle before dusk, in the eighth turn. Who attacks from in front first turns it that way; then the others have its back.
flanks-over = Seen first, and hit where it did not look. Rulesets choose whether there is fog, and whether flanks count; their manuals say so.
flanks-lost = Dusk has come. Begin again: cavalry ahead on both sides, infantry in the middle, and all on one enemy.

# The academy
academy-river = River crossing
academy-board = Tic-tac-toe
academy-tower = Magic tower
academy-ways = Ways
academy-hint = Hint
academy-hint-tip = The best next step, and why
academy-next = Next step
academy-next-tip = Makes the step that a hint would name
academy-auto = Auto-play
academy-auto-stop = Stop playing
academy-auto-tip = The computer plays on from here, as well as it can
academy-undo-tip = Takes the last step back
academy-restart = From the start
academy-restart-tip = Begins this game again
academy-thinks = The computer is thinking …
academy-search = Search
academy-stop-search = Stop searching
academy-stop-comparing = Stop comparing
academy-search-tip = Searches the position on the left, and shows the search at work
academy-compare = Compare
academy-compare-tip = All searches of this position, side by side
academy-follow = Play it
academy-follow-tip = Plays what the search has found
academy-first = to the first moment
academy-back = one moment back
academy-forward = one moment on
academy-latest = to the latest moment
academy-pace = { $pace }/s
academy-cursor = move the cursor
academy-no-search = Choose a search and press Search: it looks for the best way on from the position on the left. What it sees is recorded, and shown here at your pace.
academy-searching = Searching …
academy-showing = What is shown is a recording: play, pause, step, or pull the slider.
academy-frontier = What waits to be looked at (the frontier), so far

# What searches count and come to
count-seen = states seen
count-expanded = looked at
count-steps = steps tried
count-frontier = waiting
count-deepest = deepest
count-dropped = left out
count-best = best so far
count-bound = at most
count-seen-about = different states that the search has met
count-expanded-about = states from which all actions have been tried
count-steps-about = actions tried, some of them to known states
count-frontier-about = states seen and not looked at yet: the frontier
count-deepest-about = the most actions in a row, from the start
count-dropped-about = states given up, as a bound or a beam has it
count-best-about = the best answer found until now
count-bound-about = no answer can be better than this
legend-words = What the words mean
legend-state = state
legend-state-about = who stands where: 3P2DL means 3 priests and 2 devils on the left bank, and the boat there (R: on the right)
legend-action = action
legend-action-about = what leads from state to state: a crossing, or a single step, as chosen above
legend-signs = What the signs mean
sign-hero = the hero
sign-wall = wall
sign-monster = monster: the life that the fight costs now
sign-unbeatable = it cannot be beaten now
sign-boss = the boss
sign-door = door: takes a key of its colour
sign-key = key
sign-potion = potion: more life
sign-gem = gem: red attack, blue defence, green magic defence
sign-sword = sword: more attack
sign-shield = shield: more defence
sign-stairs = stairs, up or down
sign-shop = shop: coins buy strength
sign-cleared = cleared by the search
verdict-proven = proven
verdict-unproven = not proven
verdict-cut-off = not proven: its limit was reached
verdict-cancelled = stopped
answer-none = No way found
answer-crossings = { $value ->
    [one] 1 crossing
   *[other] { $value } crossings
}
answer-steps = { $value ->
    [one] 1 step
   *[other] { $value } steps
}
answer-life = { $value } life left
answer-cost = A way for { $value }
answer-at-most = at most { $bound } possible
answer-cell = { $cell }
answer-cell-wins = { $cell } wins
answer-cell-draws = { $cell } draws
answer-cell-loses = { $cell } loses, as all do
ending-win = wins
ending-draw = draws
ending-loss = loses
thoughts-scores = The score of each cell: the highest is marked.
thoughts-values = How best play ends with each cell, for the side to move.
thoughts-visits = Games played through each cell, and the share of points won.
column-search = search
column-states = states
column-steps = steps
column-waiting = waiting
column-cost = cost
column-life = life
column-move = move
column-match = won/=/lost
column-proof = proven
compared-river = Equal costs, very different work: the estimate of what is still to come spares A* the states that lead away from the goal. Depth-first search forgets what it has seen, and tries the same states again on every way.
compared-board = The match is against the perfect player on 3 × 3, elsewhere against the tuned scoring player: won, drawn, lost. Steps are looks at a cell, moves searched, or moves sampled.
compared-ways = Breadth-first search counts steps and does not look at costs, so its way may be dear. Uniform cost and A* prove their way; A* looks at fewer hexes, since it knows what still comes at least. Greedy looks at very few and proves nothing; beam and depth-first prove a way only where it costs no more than the estimate at the start.
compared-tower = Without bounds everything has to be tried. A bound leaves out what cannot beat the best answer so far; a beam is quick, and proves its answer only by luck.

# Searches
search-breadth = Breadth-first
search-uniform = Uniform cost
search-astar = A*
search-greedy = Greedy
search-best = Best-first
search-beam = Beam
search-depth = Depth-first
search-breadth-about = Looks at all states one action away, then at all two away, and so on. The first goal it meets is nearest. In the wargame: whether held hexes really cut every way is proven by such a flood.
search-uniform-about = Looks at the state with the least cost so far. Here each action costs 1, so it goes in rings, too. In the wargame: every path over the map is found like this, with movement points as costs.
search-astar-about = Adds to the cost so far the least that can still come, and looks where the sum is least. As the estimate is never too high, the way is shortest. In the wargame: units walk down fields of exact costs, the best estimate there is.
search-greedy-about = Believes the estimate ten times over and runs for the goal. Quick, but the way may be too long, so nothing is proven. In the wargame: the greedy commander takes the best exchange of this moment and looks no farther.
search-best-about = Takes the state that promises the best answer, and drops what is no better than a known one. In the wargame: commanders get the same kind of promise, a bound, when they put units on positions.
search-beam-about = Keeps only the three most promising states of each layer. Little memory, no proof: what it drops may have been the way. In the wargame: a commander with few steps to think looks at few alternatives in the same spirit.
search-depth-about = Follows one way to its end, then goes back to the last choice. It remembers only its own path and turns back where the bound says so. In the wargame: deploying units on wanted positions is this search, with a limit on steps.

# River crossing
river-priests = priests
river-devils = devils
river-seats = seats
river-goal-all = everybody across
river-goal-priests = priests across
river-goal-tip = Who has to be across: click to change
river-boat-rule = rule in the boat
river-boat-rule-tip = Priests must not be fewer than devils in the boat, either
river-left = Left bank
river-right = Right bank
river-priest-sign = P
river-devil-sign = D
river-sail = Sail
river-board-priest = a priest boards
river-board-devil = a devil boards
river-leave-priest = a priest leaves
river-leave-devil = a devil leaves
river-rules = Bring them to the right bank. Where there are priests, devils must never be more. Click on people to board or leave.
river-goes-on = { $state }, { $steps ->
    [one] 1 step
   *[other] { $steps } steps
}
river-won-in = Across in { $steps ->
    [one] 1 step
   *[other] { $steps } steps
}
river-lost-after = Lost after { $steps ->
    [one] 1 step
   *[other] { $steps } steps
}: priests are fewer than devils. Take it back.
river-won = It is won.
river-lost-hint = It is lost: take it back.
river-stuck = Nothing is broken, but no way leads across from here: everything was tried. Take something back.
river-hint = { $step }: the first of the { $steps ->
    [one] 1 step
   *[other] { $steps } steps
} of a shortest way. At least { $crossings ->
    [one] 1 crossing is
   *[other] { $crossings } crossings are
} needed from here.
river-grain = one action is
river-crossings = a crossing
river-steps = a single step
river-legend = Priests and devils on the left bank. Light blue: looked at; dark blue: seen, waiting; yellow: now; green ring: goal; green line: shortest ways from the start. A click plays on from a state.
river-no-chart = There are too many states to draw them, or none.

# Tic-tac-toe
board-against = against
board-person = a person
board-lesson = Simple scores
board-scoring = Tuned scores
board-perfect = Perfect
board-mcts = Monte Carlo
board-you-begin = you begin
board-you-follow = you are second
board-mark = mark the cell at the cursor
board-rules = Mark cells in turn. Whoever has enough in a row wins.
board-to-move = { $side } is to move
board-won = { $side } has won
board-drawn = A draw
board-hint-sampled = { $cell }: most of the games sampled from here went well with it.
board-hint-wins = { $cell }: it wins, whatever the other side does.
board-hint-draws = { $cell }: it keeps the draw, and nothing wins against best play.
board-hint-loses = { $cell }: everything loses against best play; this holds out longest.
board-lesson-about = Every empty cell gets a point for each mark, own or not, on a line through it. It looks no move ahead, and falls for a fork. In the wargame: hunter scores what it can do now in this way.
board-scoring-about = The same with coefficients that were found by letting players play each other, and with winning and blocking first. In the wargame: the numbers of commanders come from the same kind of matches, with intervals.
board-perfect-about = Tries every move, every reply, to the end (negamax); what is best for one side is worst for the other. Positions that look alike are searched once. In the wargame: foresight asks what the enemy's best answer leaves of an attack.
board-mcts-about = Plays games to their end at random, and more of them where they go well. It proves nothing, but needs no knowledge of the game. In the wargame: how strong a commander is, is measured by many played games.

# Ways over hexes
way-plain = Plain
way-road = Road
way-bay = Bay
way-river = River
way-look = look at the hex at the cursor
way-rules = Find the cheapest way to the castle, and prove it with few looks. A look at a hex that waits (dark) finds the ways to the hexes beside it. Road costs 1, grass 2, forest 4; nobody enters water or mountains.
way-goes-on = { $looks ->
    [one] 1 hex
   *[other] { $looks } hexes
} looked at; no way to the castle yet
way-found = { $looks ->
    [one] 1 hex
   *[other] { $looks } hexes
} looked at; a way for { $cost }, not proven: some hex that waits promises less
way-proven = { $looks ->
    [one] 1 hex
   *[other] { $looks } hexes
} looked at; no way is cheaper than { $cost } (by hints alone after { $hints ->
    [one] 1 look
   *[other] { $hints } looks
})
way-none = { $looks ->
    [one] 1 hex
   *[other] { $looks } hexes
} looked at; there is no way
way-hint = { $hex }: { $cost } so far and { $least } more at least make { $sum }, and no hex that waits promises less.
way-hex = { $hex }: costs { $entry } to enter
way-hex-blocked = { $hex }: nobody can enter it
way-hex-found = { $hex }: costs { $entry } to enter. The way to it costs { $cost }, at least { $least } more are to come: { $sum }
way-legend = Numbers: what the way there costs. Dark: waits to be looked at; light blue: looked at; green: the cheapest way found so far. White ring: start; green ring: castle.
way-search-legend = What the search knows at this moment. Yellow: the hex that it looks at.
way-breadth-about = Looks at all hexes one step away, then at all two steps away, and so on. It finds the fewest steps, not the least cost: through a forest rather than around it. In the wargame: what can be reached at all, whatever it costs.
way-uniform-about = Looks at the hex with the least cost so far (Dijkstra). Its rings are deep along the road and shallow in the forest. In the wargame: where units can go this turn is found like this.
way-astar-about = Adds the least that can still come, each step over the cheapest ground, and looks where the sum is least. Looks go towards the castle, and the way is still proven. In the wargame: marches over the map, with better estimates from landmarks.
way-greedy-about = Believes the estimate ten times over and runs for the castle. Look what it does in the bay, and what its way costs. Nothing is proven.
way-beam-about = Keeps the three most promising hexes of each layer. A bay is a trap for it: what leads out of it is forgotten.
way-depth-about = Follows one way until it ends or turns back on itself, then goes back to the last choice. It forgets which hexes it knows, and tries them again on every way; after 30,000 steps it is stopped.

# Magic tower
tower-random = Random
tower-random-tip = Makes another tower like this
tower-floors = floors
tower-size = size
tower-shop = shop
tower-lesson = lesson
tower-rules = Kill the boss with as much life left as possible. Numbers on monsters: the life that the fight costs now. Click on what you can reach, or walk.
tower-goes-on = The boss lives
tower-won = The boss is dead: { $life } life left
tower-life = { $life } life
tower-hero = attack { $attack } · defence { $defence } · magic { $magic } · keys: yellow { $yellow }, blue { $blue }, red { $red } · coins { $coins }
tower-floor = floor { $floor }
tower-price = for { $price ->
    [one] 1 coin
   *[other] { $price } coins
}:
tower-walk = walk
tower-climb = take the stairs
tower-buy-life = buy life
tower-buy-attack = buy attack
tower-buy-defence = buy defence
tower-buy-magic = buy magic defence
tower-yellow = yellow
tower-blue = blue
tower-red = red
tower-green = green
tower-door = { $colour } door
tower-key = { $colour } key
tower-gem-attack = gem: +{ $adds } attack
tower-gem-defence = gem: +{ $adds } defence
tower-gem-magic = gem: +{ $adds } magic defence
tower-potion = potion: +{ $adds } life
tower-sword = sword: +{ $adds } attack
tower-shield = shield: +{ $adds } defence
tower-boss = the boss
tower-monster = monster { $id }
tower-monster-about = { $name }: life { $life }, attack { $attack }, defence { $defence }, coins { $coins }
tower-costs = The fight would cost { $cost } life now.
tower-unbeatable = It cannot be beaten now.
tower-step = { $what } (floor { $floor }, row { $row }, column { $column })
tower-hint-best = { $step }: the first step of a way that ends with { $life } life, the best there is.
tower-hint-known = { $step }: the first step of a way that ends with { $life } life, the best known.
tower-hint-won = The boss is dead, and nothing is left that is free.
tower-hint-hopeless = The boss cannot be killed any more: take something back.
tower-hint-nothing = No way to kill the boss was found within the limit.
tower-full = Best-first and beam
tower-blind = Without bounds
tower-full-about = Best-first search with bounds; where that takes long, a beam finds a good answer first, and more can be left out. In the wargame: an army is put on positions by search with such a bound, and a map's passes are a small graph like this tower's.
tower-best-about = Goes on where the bound promises most, and drops a state where the same was cleared with more life left (dominance). When nothing promises more than the best answer, it is proven. In the wargame: deployments are cut off by a bound of the same kind.
tower-beam-about = Keeps the twenty most promising states of each layer. A good answer soon, hardly ever a proof. In the wargame: a commander with a small budget looks at a few alternatives only, too.
tower-depth-about = Plays one way to its end, then goes back to the last choice; remembers nothing but the best answer. In the wargame: deploying units is this search, over moves done and taken back.
tower-blind-about = Drops only what is no better than a known state. It shows what bounds are worth: compare the counts. In the wargame: no commander could pay for this.
phase-first = First search, best-first (green: cleared in the state looked at)
phase-beam = Beam (green: cleared in the state looked at)
phase-full = Full search: best-first, above the beam's answer (green: cleared)
phase-depth = Depth-first (green: cleared in the state looked at)
phase-blind = Best-first without bounds (green: cleared in the state looked at)
tower-graph = graph:
tower-graph-none = none
tower-graph-plain = before merging
tower-graph-merged = after merging
tower-graph-tip = Every door, monster and treasure is a node, joined to those with only floor between. Merging makes one node of what is cleared together.
tower-graph-nodes = { $nodes ->
    [one] 1 node
   *[other] { $nodes } nodes
}

# Map editor: questions and files
cancel = Cancel
redo = Redo
editor-new = New map
editor-new-name = New map
editor-open = Open
editor-open-yes = Open it
editor-save-as = Save as
editor-save-hint = A bare name is saved in { $folder }
editor-replace-ask = There is such a file already. Replace it?
editor-replace = Replace it
editor-columns = columns
editor-rows = rows
editor-blank = blank
editor-kind-pass = pass
editor-kind-river = river
editor-kind-plain = plain
editor-kind-islands = islands
editor-kind-highlands = highlands
editor-dice = Next seed
editor-dice-tip = Every seed is another map
editor-as-new = as a new map
editor-new-rules = rules
editor-over = over this map (can be undone)
editor-create = Create
editor-making = making a map …
editor-recent = Edited last
editor-mine = My maps
editor-shipped = Maps in maps/
editor-path = File
editor-unsaved = Save the changes?
editor-unsaved-ask = "{ $name }" has changes that are in no file.
editor-dont-save = Don't save
editor-left-behind = A map was left unsaved
editor-left-behind-ask = The editor was closed before the map was saved. Take it up again?
editor-set-aside = The map that was left unsaved is kept as { $file }
editor-take-up = Take it up
editor-throw-away = Throw it away
editor-play = Play
editor-play-tip = Set up a battle on the map as it is, and come back · F5
editor-unplayable = No battle can be fought on this map yet: { $why }
editor-escape = let go; select nothing; back to the menu
editor-labels = Numbers

# Map editor: the keyboard as a pointer
key-pick-here = pick the terrain under the pointer
key-point = point at the hex beside
key-press-here = press where the pointer is, and let go

# Map editor: maps of other programs
editor-open-hint = .ron, and to import: .tmx and .tmj (Tiled), .map (Wesnoth). A file can be dropped on the window, too.
editor-export-hint = A name that ends in .tmx or .tmj is exported for Tiled, with a picture of its tiles.
editor-imported = Imported from { $file }, which stays as it is: saving asks for a name
editor-exported = Exported as { $file }
editor-rules-elsewhere = The map names rules that do not lie where it was saved. To be opened it needs { $file }
editor-import-notes = How it was read

# Map editor: tools
editor-ground = Ground
tool-brush = Brush
tool-line = Line
tool-rectangle = Rectangle
tool-fill = Fill
tool-pick = Pick
tool-road = Road
tool-river = River
tool-castle = Castle
tool-entry = Entry
tool-unit = Unit
tool-move = Move
tool-remove = Remove
tool-select = Select
tool-lasso = Lasso
tool-paste = Paste
editor-brush = Size
key-terrain = terrain of that place in the list
key-brush-smaller = smaller brush
key-brush-larger = larger brush
editor-symmetry = Symmetry
symmetry-none = none
symmetry-four = fourfold
symmetry-incomplete = At this size the hexes at one edge have no partner
mirror-west-east = west–east
mirror-north-south = north–south
mirror-half-turn = half turn
editor-battle = Battle
editor-selection = Selection
editor-select-all = All
editor-copy = Copy
editor-cut = Cut
editor-crop = Crop
editor-crop-tip = Cut the map down to the selection
editor-turn = Turn
editor-mirror-clip = Mirror
editor-flip-clip = Flip
editor-selected = { $hexes ->
    [one] 1 hex selected
   *[other] { $hexes } hexes selected
}
editor-unknown = unknown glyph { $glyph }

# Map editor: analysis
tab-analysis = Analysis
tab-armies = Armies
tab-map = Map
editor-faults = Faults
editor-no-faults = Nothing is wrong with this map
editor-more-faults = and { $faults } more
editor-looking = looking …
editor-overlay = Show on the map
overlay-nothing = nothing
overlay-chokes = choke points
overlay-ways = all ways
overlay-from-red = Red's march
overlay-from-castle = from the castle
overlay-first = who is first
overlay-unreachable = cut off
overlay-chokes-tip = The darker, the more of Red's cheapest ways lead through. Outlined: points of convergence (POC); thick: those that Blue would hold.
overlay-ways-tip = The darker, the more of the map's cheapest ways to the castle lead through.
overlay-from-red-tip = In how many turns Red's infantry is there: green soon, violet late; each band is a turn.
overlay-from-castle-tip = In how many turns infantry from the castle is there.
overlay-first-tip = Red: Red can be there first. Blue: Blue can.
overlay-unreachable-tip = { $hexes ->
    [0] From everywhere there is a way to a castle.
    [one] From 1 hex there is no way to a castle.
   *[other] From { $hexes } hexes there is no way to a castle.
}
overlay-share = { $number } ‰ of the ways
overlay-turns = turn { $number }
overlay-red-first = Red in turn { $number }
overlay-blue-first = Blue in turn { $number }
editor-as-given = as the file says
editor-no-poc = No points of convergence: an open field (OFD)
editor-poc-incomplete = There are more ways than were walked.
poc-chosen = Blue holds these
poc-cuts = they bar every way
poc-leaks = there are ways round them
poc-late = Red is there first
editor-balance = Who wins
editor-no-battles = No battles yet
balance-red = Red wins { $share } % of { $games ->
    [one] 1 battle
   *[other] { $games } battles
} (95 %: { $low }–{ $high } %)
balance-turns = { $turns } turns on average
balance-castle = { $side } by the castle
balance-annihilation = { $side } by annihilation
balance-dusk = { $side } at dusk
balance-goals = { $side } by its goals
balance-points = { $side } by points
balance-resigned = { $side }: the other side gave up
balance-forfeited = { $side }: the other side’s program went wrong
balance-draw = draw

# Map editor: armies
editor-next-unit = Next unit to put
editor-unit-in-hand = Unit in hand
editor-arrival = comes
editor-arrival-start = from the start
editor-arrival-event = when an event calls
editor-arrival-from = from
editor-arrival-on-selection = selection
editor-arrival-on-selection-tip = The unit comes on the first free hex of the selected ones
editor-unit-turn = in turn { $turn }
editor-withdrawal = is taken back
editor-withdrawal-never = never
editor-facing = faces
editor-facing-enemy = the enemy
editor-officer = officer
editor-deployment-tip = Coloured hexes: where units would start. Those without a place go where the layout puts them.
editor-free-unit = No place
editor-free-unit-tip = The layout finds it one
editor-remove-unit = Take it out
editor-let-go = Let go
editor-standard = standard army
editor-standard-tip = Fight with the ruleset's standard army
editor-own-army = An army of its own
editor-own-army-tip = Starts with the units of the standard army
editor-any-commander = any commander
editor-commander-tip = Who commands if nobody says otherwise: click for the next
editor-add-tip = One unit like the next one, without a place
editor-more-units = and more

# Map editor: settings
editor-name = name
editor-author = author
editor-notes = notes
editor-variation = variation ‰
editor-blank-hint = What is left blank is left to the rules.
editor-farthest = farthest
editor-farthest-tip = From the direction that is farthest from the castle
editor-clear-entry = { $hexes ->
    [one] 1 entry hex: clear
   *[other] { $hexes } entry hexes: clear
}
editor-first = Moves first
editor-objective = Battle for
editor-goal-take = { $side } takes
editor-goal-hold = { $side } holds
editor-goal-tip = Makes a goal of the selected hexes
editor-goal-wins = wins
editor-goal-wins-tip = The side wins at once with this goal alone. Goals that win only together are chosen among the ways to win
editor-goal-points = { $points ->
    [one] 1 point
   *[other] { $points } points
}
editor-red-holds = Red has them from the start
editor-red-holds-tip = Castles and hexes of goals are Blue's otherwise
editor-homes = Homes
editor-homes-hint = Broken units run there and supplies come from there. Without any: Red's is where it comes from, Blue's its castles
editor-home = selected hexes
editor-home-tip = The selected hexes become part of the home, or no longer
editor-castle-points = Each castle
editor-loss-points = All enemy losses
objective-invasion = every castle
objective-meeting = more castles at dusk
objective-goals = the goals of the map
tab-goals = Goals
tab-events = Events
editor-goal-exit = { $side } leaves
editor-goal-exit-tip = Over the selected hexes; without a selection over the edge that the side makes for
editor-goal-destroy = { $side } destroys
editor-goal-destroy-tip = A unit of the enemy that is to be destroyed; the goal then lists all units to choose from
editor-goal-remove = Remove this goal, and the ways to win that need it
editor-goal-selection-tip = The goal is about the selected hexes instead
editor-goal-edge-tip = The goal is about the hexes of this edge instead
editor-way-take = take
editor-way-hold = hold
editor-way-exit = leave over
edge-north = north
edge-east = east
edge-south = south
edge-west = west
editor-no-limit = any
editor-held-turns = enemy half-turns held
editor-last-turn = last turn
editor-leaving-count = units to leave
editor-who-leaves = Units that may leave; all if none is chosen
editor-whom-to-destroy = Units to destroy
editor-ways = Ways to win
editor-ways-hint = Each line is a way to win: all its chosen goals together
editor-way-add = { $side }: another way
editor-way-remove = Remove this way to win
editor-points = Victory points
editor-degrees = Degrees of victory
editor-degrees-hint = Least lead in points, and its name
editor-degree-add = Another degree
editor-degree-name = victory
editor-degree-remove = Remove this degree
editor-unit-key = key
editor-types = may have
editor-types-tip = A type that the side may have: in this map, in the setup and in its standard army
editor-factor = losses dealt
editor-factor-tip = The losses that the side's units deal, in percent of what the rules say
editor-contingent = contingent
editor-no-contingent = none
editor-contingent-colour = colour
editor-contingent-colour-tip = Another colour for the rim of its counters, or none
editor-contingent-commander = the side's commander
editor-contingent-commander-tip = Leads the contingent whenever a computer plays the side
editor-events-hint = Each event has one condition, and does what is chosen below it
editor-event-add = New event
editor-event-up = Earlier
editor-event-down = Later
editor-event-order-tip = Of events at one moment the first of the list comes first
editor-event-remove = Remove this event
editor-event-when = When
editor-when-turn = turn
editor-when-turn-number = begins with turn
editor-when-entered = hexes entered
editor-when-entered-tip = A unit ends its move on one of the selected hexes
editor-when-lost = units lost
editor-when-points = points
editor-when-met = goal met
editor-when-side = of
editor-event-repeat = most times
editor-event-then = What happens
editor-event-message = Message
editor-event-told = read by
editor-event-told-both = both
editor-event-calls = Units that are called
editor-event-opens = Goals that count only from then on
editor-event-terrain = What the selected hexes become
editor-event-terrain-tip = The selected hexes become this terrain
editor-event-terrain-remove = These hexes stay as they are
event-unclear = no clear condition
event-turn = turn { $turn }, { $side }
event-entered = { $side } enters { $hexes }
event-lost = lost: { $units }
event-points = points of { $side }: { $points }
event-met = met: { $goal }
editor-size = Size
editor-resize = Resize
editor-anchor = What stays where it is when the size changes
editor-whole = The whole map
editor-mirror-tip = Mirror or turn the map with all that is on it
editor-make-symmetric = make symmetric
editor-make-symmetric-tip = By the symmetry chosen on the left; the north-west is copied

# Map editor: what can be undone
step-paint = paint
step-line = line
step-rectangle = rectangle
step-fill = fill
step-road = road
step-river = river
step-castle = castle
step-remove-castle = remove castle
step-entry-hex = entry hex
step-entry-hexes = entry hexes
step-cut = cut
step-paste = paste
step-place-unit = put unit
step-edit-unit = change unit
step-move-unit = move unit
step-remove-unit = remove unit
step-army = army
step-commander = commander
step-rename = name
step-author = author
step-notes = notes
step-turns = turns
step-seed = seed
step-variation = variation
step-first = side to move first
step-objective = objective
step-goals = goals
step-events = events
step-call-unit = unit that an event calls
step-unit-key = key of a unit
step-direction = direction
step-resize = resize
step-crop = crop
step-mirror = mirror
step-half-turn = half turn
step-make-symmetric = make symmetric
step-random-map = random map

## Colours, and the board in words

settings-palette = Colours
settings-units = Units as
units-symbols = map symbols
units-figures = figures
settings-screen = Screen (F11)
screen-window = window
screen-full = full screen
palette-standard = standard
palette-red-green = red-green
palette-blue-yellow = blue-yellow
palette-high-contrast = high contrast
palette-now = Colours: { $palette }
key-describe = the board in words
key-mute = sounds on or off
key-palette = other colours
key-signs = the signs on counters
key-numbers = the numbers of the units on the board, as the log names them
signs-title = Signs on counters
signs-small = On small hexes counters have a larger symbol, and bars in place of numbers.
counter-red = box with cut corners: Red
counter-blue = plain box: Blue
counter-infantry = crossed lines, or a man on foot: infantry
counter-cavalry = one line, or a rider: cavalry
counter-artillery = dot, or a gun: guns
counter-letter = letter beside the symbol: the type, where several have the same symbol
counter-men = number, and the bar below it: men, and the share that is left
counter-rank = bars on the left: the officer's rank, one bar for the lowest
counter-no-rank = dot on the left: an officer without rank
counter-movement = column on the right: movement points left, while its side moves
counter-attack = blade above the column: can still attack
counter-spent = grey: has done what it could in this turn
counter-cohesion = bar at the top: cohesion
counter-wavering = exclamation mark: wavers, and does not attack
counter-broken = crack through the counter: has broken, and takes no orders
counter-unsupplied = circle with a stroke through it: out of supply
counter-facing = wedge: the way that the unit faces
counter-dug-in = bars below the counter: dug in, the longer the bars the deeper
counter-ready = ball beside the counter: has kept its fire
counter-works = hammer beside the counter: in the middle of a work
counter-contingent = rim of another colour: a contingent of its own
timeline = Timeline
say-board = The board in words
say-turn = Turn { $turn } of { $last }. { $moves }.
say-army = { $side }, { $who }: { $units ->
    [one] 1 unit
   *[other] { $units } units
}, { $now } of { $start ->
    [one] 1 man
   *[other] { $start } men
}.
say-goal = { $goal }.
say-castle = { $side } holds the castle at { $hex }.
say-units = All units
say-planned = These are planned positions: where your plan leads if every attack does what it does on average. No order of it has been given.
say-record = { $side }: { $record }
say-unit = { $side } { $unit } at { $hex }, { $place }: { $now } of { $full ->
    [one] 1 man
   *[other] { $full } men
}.
say-cohesion = Its cohesion is { $percent }.
say-wavering = Its cohesion is { $percent }: it wavers and does not attack.
say-broken = Its cohesion is { $percent }: it has broken and takes no orders.
say-unsupplied = No supplies reach it.
say-rounds = It has { $left } of { $full ->
    [one] 1 round
   *[other] { $full } rounds
} left.
say-experience = It has { $now } of the { $full } experience of a promotion.
say-led = { $rank } near: it deals { $more } more.
say-faces = It faces { $way }.
say-ready = It has kept its fire.
say-dug-in = It is dug in, level { $level } of { $levels }, which keeps { $percent } off.
say-works = It works at { $at }: { $work }, half-turn { $done } of { $turns } done.
say-on-castle = on the castle
say-from-castle = { $hexes ->
    [one] 1 hex
   *[other] { $hexes } hexes
} { $compass } of the castle at { $castle }
say-no-castle = far from any castle
say-hex = Hex { $hex }: { $terrain }, { $cost }.
say-cost = { $cost } MP to enter
say-covered = { $cost }, cover { $percent } %
say-height = { $cost }, level { $height }
say-empty = Nobody is here.
say-stands = { $side } { $unit }, { $officer }: { $now } of { $full ->
    [one] 1 man
   *[other] { $full } men
}, { $left } of { $points } MP left, an attack costs { $attack } MP.
say-range = It shoots at { $min } to { $max } hexes.
say-selected = Selected.
say-way = The selected unit can come here for { $cost } MP and has { $left } left then.
say-danger-none = No enemy can hit { $unit } here in its next turn.
say-danger = In their next turn, { $unit } can be hit here by { $enemies }. All together hit for { $losses ->
    [one] 1 man
   *[other] { $losses } men
} on average, and it has { $men }: it is destroyed in { $chance } of cases.
say-hit = { $unit } at { $hex } ({ $how }, { $losses ->
    [one] 1 man
   *[other] { $losses } men
})
say-and-more = { $more } more
say-by-hand = hand to hand
say-from-afar = from afar
say-odds = Attack on { $target }: it loses { $dealt ->
    [one] 1 man
   *[other] { $dealt } men
} on average, we lose { $taken }. It is destroyed in { $destroys } of cases, we are in { $lost }.
say-odds-break = It breaks in { $they } of cases, we do in { $we }.
say-odds-gives-way = It gives way in { $gives } of cases.
say-odds-pursues = We pursue in { $pursues } of cases.
say-odds-flank = On its flank the attack deals { $more } more, and its answer is { $less } weaker.
say-odds-rear = On its rear the attack deals { $more } more, and its answer is { $less } weaker.
say-odds-combined-arms = Combined arms deal { $more } more.
say-odds-leadership = Leadership deals { $more } more.
say-odds-their-leadership = Their leadership has the answer deal { $more } more.
say-odds-downhill = From higher ground the attack deals { $attack } more, and its answer is { $answer } weaker.
say-odds-uphill = From lower ground the attack is { $attack } weaker, and its answer { $answer } stronger.
say-odds-side-factor = On this map the attack deals { $more }.
say-odds-their-side-factor = On this map the answer deals { $more }.
say-odds-dug-in = It is dug in, which keeps { $percent } off.
say-odds-officer-falls = Its officer falls in { $they } of cases, ours in { $we }.
say-odds-officer-rises = Its officer rises in { $they } of cases, ours in { $we }.
compass-n = north
compass-ne = north-east
compass-e = east
compass-se = south-east
compass-s = south
compass-sw = south-west
compass-w = west
compass-nw = north-west

## What is wrong, by its kind. English texts are those of the errors themselves.

phrase-and = { $first }; { $rest }
phrase-parts = { $parts }
phrase-nothing = nothing is known
said-of = { $place }: { $what }
system-says = { $words }
outside-deployment-zone = hex { $hex } is outside the deployment zone

# Faults of maps, scenarios and rulesets
fault-at-hex = hex { $hex }: { $what }
fault-untold = and { $count } more like these; `hotgates map check` lists them all
fault-syntax = { $message }
fault-empty-file = the file is empty
fault-newer-format = format { $found } is newer than this program, which reads up to format { $known }
fault-no-such-map = there is no map `{ $name }`; looked for { $beside } and { $maps }
fault-no-such-ruleset = there is no ruleset `{ $name }`; `classic` is built in, files lie beside this one
fault-outside-folder = the file `{ $name }` lies outside the folder of this one and is not read; put it there, or use `--allow-outside` in the terminal
fault-ruleset-not-loaded = the map is played by the rules `{ $name }`, which have not been loaded
fault-not-whole-number = `{ $text }` is no whole number
fault-not-seed = `{ $text }` is no seed: a whole number from 0 on is needed
fault-empty = { $what } is missing or empty
fault-twice = `{ $name }` is there already; each may stand only once
fault-not-tag = `{ $text }` is no tag: a tag is one word, and `#` stands only where it is asked for
fault-two-tags = { $first } and { $second } both fit { $unit }; give { $unit } an entry of its own
fault-two-matchups = this and matchups[{ $row }] fit { $attacker } on { $target } equally well; give them a row of their own
fault-blank = the glyph { $glyph } is blank; choose a visible character
fault-out-of-range = { $value } is out of range; it may be { $min } to { $max }
fault-over-maximum = { $value } is too large; expected 0 … { $max }
fault-too-many-entries = this entry is one too many; there may be at most { $max }
fault-count-entries = { $value ->
    [one] 1 entry
   *[other] { $value } entries
}; there may be { $min } to { $max }
fault-count-units = { $value ->
    [one] 1 unit
   *[other] { $value } units
}; there may be { $min } to { $max }
fault-count-tags = { $value ->
    [one] 1 tag
   *[other] { $value } tags
}; there may be { $min } to { $max }
fault-count-hexes = { $value ->
    [one] 1 hex
   *[other] { $value } hexes
}; there may be { $min } to { $max }
fault-unknown = unknown { $what } `{ $name }`; known: { $known }
fault-more-unknown = { $count ->
    [one] 1 more hex has
   *[other] { $count } more hexes have
} unknown glyphs
fault-no-castle-terrain = no terrain is a castle; give one of them `castle: true`
fault-ragged-row = row { $row } has { $length ->
    [one] 1 hex
   *[other] { $length } hexes
}, the first row has { $expected }
fault-no-hexes = the map has no hexes
fault-too-large = the map has { $width } × { $height } hexes; at most { $side } a side and { $max } in all are allowed
fault-no-castle = the map has no castle
fault-castle-cut-off = no Red unit can reach a castle from where Red comes in
fault-no-way-from = Red cannot come from the { $direction }: its { $waiting ->
    [one] 1 unit finds
   *[other] { $waiting } units find
} only { $room ->
    [one] 1 hex
   *[other] { $room } hexes
} there that lie more than { $distance ->
    [one] 1 hex
   *[other] { $distance } hexes
} from every castle and Blue unit and have a way to a castle
fault-no-room = no room for { $side }'s army: { $units ->
    [one] 1 unit
   *[other] { $units } units
}, { $room ->
    [one] 1 hex
   *[other] { $room } hexes
} to start on
fault-off-map = hex { $hex } is off the map; columns go to { $column }, rows to { $row }
fault-impassable = { $unit } cannot stand on { $terrain }
fault-occupied = { $unit } stands where { $other } stands already
fault-too-close = { $unit } starts { $distance ->
    [one] 1 hex
   *[other] { $distance } hexes
} from { $from } at { $at }; it must be more than { $min }
fault-goal-aims = a goal has one of `hold`, `take`, `destroy` and `exit`
fault-goal-limit = `turns` goes with `hold`, `by` with the other aims, `units` and `count` with `exit`
fault-nobody-enters = no unit of { $side } can stand there
fault-type-not-allowed = { $side } may have no { $kind } here, only { $allowed }
fault-nobody-in-contingent = no unit of { $side } is of the contingent `{ $name }`
fault-no-flag = this is no castle, and no goal names it to hold or take
fault-all-castles-red = Red holds every castle; leave Blue one
fault-castle-changes = { $terrain } is a castle, and castles neither come nor go
fault-schedule-and-chance = weather comes by the `schedule` or by the `next` of states, not by both
fault-place-of-late-unit = the unit comes later: `at` is for units that are there from the start
fault-arrival-place = an arrival has either `hexes` or `from`
fault-never-arrives = the unit never comes: give a turn, or name its key in the `arrive` of an event
fault-nobody-at-start = all of { $side }'s units come later; one must be there from the start
fault-event-conditions = an event has one of `turn`, `enters`, `lost`, `points` and `met`
fault-event-without-effect = nothing happens: give a `message`, units that `arrive`, goals that it `opens`, or `terrain`
fault-event-side = `side` goes with `turn`, and with `enters` and `points`, which need it
fault-event-repeat = `repeat` goes with `turn` and `enters`
fault-event-audience = `told` goes with a `message`
fault-not-expected = `{ $key }` is there from the start; give the unit `arrives`
fault-held-at-start = { $side } holds all of this at the start; `red_holds` says what Red holds, Blue holds the rest
fault-nothing-to-win = goals decide this battle, but nobody has a way to win and nothing counts points
fault-won-at-start = { $side } meets these goals before the first move
fault-long-march = Red's way to the nearest castle takes { $march ->
    [one] 1 turn
   *[other] { $march } turns
}, more than half of the { $turns } of this battle
fault-unreachable = nothing leads to the battle `{ $key }` from the first one
fault-cycle = these battles lead back to themselves: { $through }
fault-no-way-on-won = nothing follows when this battle is won
fault-no-way-on-lost = nothing follows when this battle is lost
fault-no-way-on-drawn = nothing follows when this battle is drawn
fault-never-taken = this way is never taken: a way before it fits whatever this one fits
fault-next-or-end = a way has either `next` or `end`
fault-no-map-file = there is no map `{ $map }`; it is looked for from the folder of the campaign file
fault-map-not-loaded = the map `{ $map }` has not been loaded
fault-of-map = the map `{ $map }`: { $what }
fault-with-army = with { $unit } of the army on the map `{ $map }`: { $what }
fault-other-rules = the map `{ $map }` is played by the rules `{ $rules }`, the first battle by `{ $first }`
fault-no-price = the rules give no points for { $unit }, so nobody can pay for them
missing-name = a name
missing-army = an army
missing-key = a key
missing-text = a text
missing-place = a place
name-of-unit-type = unit type
name-of-tag = tag
name-of-rank = rank
name-of-terrain = terrain
name-of-weather = weather
name-of-glyph = glyph
name-of-commander = commander
name-of-goal = goal of this side
name-of-any-goal = goal
name-of-unit-key = key of an enemy unit
name-of-own-unit-key = key of a unit of this side
name-of-any-unit-key = key of a unit
name-of-battle = battle
name-of-degree = degree
name-of-doctrine = doctrine
listed-unit = { $side }'s unit { $number } ({ $kind })
nearby-castle = a castle
nearby-unit = a { $side } unit

# Orders that cannot be followed
illegal-over = the battle is over
illegal-no-such-unit = there is no unit { $unit }; they go from 0 to { $last }
illegal-destroyed = { $unit } has been destroyed
illegal-not-here-yet = { $unit } has not come yet
illegal-broken = { $unit } has broken and takes no orders
illegal-no-rounds = { $unit } has no rounds left
illegal-no-facing = by the rules of this battle units do not face a way
illegal-faces-already = it faces { $way } already
illegal-too-tired-to-turn = to turn needs { $need } MP, it has { $left } MP
illegal-no-such-work = by the rules of this battle there is no work { $work }
illegal-not-its-work = { $unit } cannot do this work: { $work }
illegal-work-too-far = units work on their own hex or one beside it, and { $hex } is neither
illegal-nothing-to-work-on = { $terrain } at { $hex } is nothing for this work: { $work }
illegal-fixed-ground = { $hex } stays as it is: it is a castle, a goal's hex, or one over which units come or go
illegal-could-not-stand = { $unit } stands on { $hex }, and could not stand there after the work
illegal-too-tired-to-work = to work takes all the points of a half-turn, { $need } MP; it has { $left } MP
illegal-wavering = { $unit } wavers and does not attack: its cohesion is { $cohesion } ‰, an attack needs { $need } ‰
illegal-not-in-sight = { $unit } is not in sight
illegal-gone = { $unit } has left the map
illegal-no-exit = no goal has this unit leave the map at { $hex }
illegal-too-tired-to-leave = to leave the map needs { $need } MP, it has { $left } MP
illegal-not-yours = { $unit } is { $owner }'s, and it is { $mover }'s turn
illegal-off-map = hex { $hex } is off the map
illegal-already-there = it stands on { $hex } already
illegal-impassable = { $terrain } at { $hex } cannot be entered
illegal-occupied = { $unit } stands on { $hex }
illegal-out-of-reach = no way to { $hex } for { $left } MP
illegal-halted = an enemy next to it has ended its movement for this turn
illegal-too-tired = an attack needs { $need } MP, it has { $left } MP
illegal-friend = { $unit } is on the same side
illegal-melee-only = { $unit } is { $distance ->
    [one] 1 hex
   *[other] { $distance } hexes
} away; it attacks the next hex only
illegal-out-of-range = { $unit } is { $distance ->
    [one] 1 hex
   *[other] { $distance } hexes
} away; it attacks the next hex, or fires { $min } to { $max }
illegal-no-line-of-sight = { $terrain } at { $hex } blocks the line of sight

# Replays that are not true
replay-not-one = this is not a Hotgates replay: it does not start with `HOTGATES`
replay-version = replay format { $found } is not known; this build reads formats up to { $known }
replay-behaviour = the replay was played by behaviour { $found } of the rules; this build plays behaviour { $known }
replay-truncated = the replay ends in the middle of { $part }, at byte { $at }
replay-too-long = { $extra ->
    [one] 1 byte follows
   *[other] { $extra } bytes follow
} the end of the replay
replay-malformed = { $part }, at byte { $at }: { $what }
replay-scenario = the scenario in it: { $faults }
replay-checksum = the checksum does not fit: the file says { $found }, its bytes make { $made }
replay-part-header = the header
replay-part-map = the map
replay-part-rules = the rules
replay-part-count = the number of orders
replay-part-order = order { $number } of { $of }
replay-part-verdict = the verdict
replay-part-checksum = the checksum
replay-no-text = not UTF-8 text
replay-no-order = { $byte } is no kind of order
replay-no-direction = { $byte } is no direction
replay-order-length = { $length } is not the length of the order that follows
replay-no-winner = { $byte } is no winner
replay-no-victory = { $byte } is no way to win
replay-early-victory = { $byte } is no way to win a battle that is not over
broken-illegal = broken at order { $number } of { $of } ({ $order }): { $why }
broken-start = broken before the first order: the scenario makes the hash { $played }, the replay says { $recorded }
broken-hash = broken at order { $number } of { $of } ({ $order }): its hash is { $recorded }, playing it makes { $played }
broken-verdict = broken at the end: the replay says { $recorded }, playing it says { $played }
broken-checksum = every order plays as recorded, but { $why }; what changed is a text in the scenario or the checksum itself
plain-move = unit { $unit } to { $to }
plain-attack = unit { $unit } attacks unit { $target }
plain-exit = unit { $unit } leaves the map
plain-face = unit { $unit } faces { $way }
plain-work = unit { $unit } does work { $work } at { $at }
plain-end-turn = end turn
recorded-open = it is not over
recorded-draw = a draw: dusk has fallen
recorded-draw-agreed = a draw: both sides agreed to it
recorded-castle = { $side } wins: it holds every castle
recorded-annihilation = { $side } wins: no { $other } unit is left
recorded-dusk = { $side } wins: dusk has fallen
recorded-goals = { $side } wins: it has met its goals
recorded-points = { $side } wins: it has more points at dusk
recorded-resigned = { $side } wins: { $other } gave up
recorded-crashed = { $side } wins: the program of { $other } ended
recorded-timeout = { $side } wins: { $other } took too long
recorded-unparsable = { $side } wins: the program of { $other } was not understood
recorded-illegal = { $side } wins: the program of { $other } gave illegal orders

# Files
file-unreadable = { $file }: cannot be read: { $why }
file-unwritable = { $file }: cannot be written: { $why }
file-too-large = { $file }: the file is too large: { $bytes } bytes, at most { $max } ({ $mib } MiB) are allowed
file-not-text = { $place }: not UTF-8 text: byte { $byte } at offset { $offset }
file-unknown-extension = { $file }: the extension says nothing about the format; known here: { $known }
file-not-written = { $file }: maps of Wesnoth are read, not written
file-is-folder = it is a directory, and a file is needed
file-taken-by-folder = it is a directory
file-not-plain = it is not a regular file
file-read-only = it is read-only

# Maps of other programs
import-xml = not Tiled's XML: { $message }
import-json = not Tiled's JSON: { $message }
import-no-codes = not a map of Wesnoth: there are no rows of terrain codes
import-all-border = { $width } × { $height } hexes with a border of { $border } around them: nothing is left without it
import-missing = `{ $element }` has no `{ $attribute }`
import-value = { $what } is `{ $value }`; expected { $expected }
import-not-hexagonal = the map is { $orientation }; only hexagonal maps can be read
import-too-many = there are more than { $max } { $what }
import-layer = layer `{ $layer }`: { $why }
import-no-tiles = no visible tile layer has a tile
import-no-filler = { $count ->
    [one] 1 hex has
   *[other] { $count } hexes have
} no tile, and no terrain of the ruleset `{ $rules }` is impassable to stand for them
import-unknown-tile = hex { $hex }: there is no tile { $tile } in any tileset
import-no-terrain = hex { $hex }: tile { $tile } of tileset `{ $tileset }` { $why }; known terrains: { $known }
import-tileset = external tileset `{ $path }`: { $why }
import-rules = ruleset `{ $name }`: { $why }
import-object = object { $id }: { $why }
import-unknown-code = hex { $hex }: unknown terrain code `{ $code }`
import-attribute = `{ $attribute }` of `{ $element }`
import-property = property `{ $name }`
import-setting = `{ $name }`
import-header = { $name }
import-tile-size = the size of a tile in pixels
import-first-tile = `firstgid` of a tileset
import-number = a number ({ $why })
import-whole-number = a whole number
import-positive = at least 1
import-one-pixel = at least 1 × 1
import-either-number = { $one } or { $other }
import-either-word = `{ $one }` or `{ $other }`
import-one-of = { $words }
import-map-field = as in a map file ({ $why })
import-no-mask = `map`: masks are no maps
limited-tilesets = tilesets
limited-tiles-in-layer = tiles in a layer
limited-tiles = tiles in all layers
limited-glyphs = glyphs in tilesets
limited-bytes = bytes of tilesets
limited-elements = elements
limited-levels = levels of elements
limited-attributes = attributes
limited-objects = objects and lists
layer-size = has { $width } × { $height } tiles, the map { $columns } × { $rows }
layer-too-large = { $width } × { $height } tiles; at most { $max } are allowed
layer-encoding = unknown encoding `{ $name }`; known: csv, base64
layer-compression = unknown compression `{ $name }`; known: zlib, gzip, zstd
layer-too-few = { $found ->
    [one] 1 tile
   *[other] { $found } tiles
} where { $expected } are expected
layer-too-many = more than the { $expected } tiles that are expected
layer-no-number = tile { $index } is `{ $text }`: { $why }
layer-not-base64 = not base64: { $why }
layer-broken-zstd = broken zstd data: { $why }
layer-broken-data = broken compressed data: { $why }
layer-part-of-tile = { $bytes ->
    [one] 1 byte
   *[other] { $bytes } bytes
} of tiles; each takes 4
tile-no-class = has no class and no property `terrain`
tile-unknown-terrain = has the unknown terrain `{ $name }`
reference-not-relative = the path has to be relative to the map
reference-outside = the file lies outside the folder of the map and is not read; put it there, or use `--allow-outside` in the terminal
reference-missing = there is no file { $file }
object-entry-off-map = the entry is not on the map
object-no-side = the unit's property `side` is `{ $value }`; expected `red` or `blue`
object-no-type = the unit has no property `unit`, which names its type
object-no-strength = the unit's property `strength` is `{ $value }`; expected a number
export-off-map = { $what } is at { $hex }, which is off the map
export-no-units = { $side }'s order of battle has no units, which Tiled cannot say
export-too-many-tiles = { $count } terrains and glyphs need a tile each; a tileset of at most { $max } can be written
export-character = { $what } holds the character { $character }, which XML cannot hold; .tmj can
note-mirrored = even columns lie lower in this map: it was mirrored, its north is south here (no hex is lost or added)
note-transposed = this map staggers rows: it was mirrored at its diagonal, its west is north here (no hex is lost or added)
note-turned-left = this map staggers rows: it was turned to the left, its east is north here (no hex is lost or added)
note-empty-hexes = { $count ->
    [one] 1 hex has
   *[other] { $count } hexes have
} no tile and became { $terrain }
note-templates = { $count ->
    [one] an object is made from a template, which is not read
   *[other] { $count } objects are made from templates, which are not read
}
note-no-starts = there are no starting positions; the castle stands at { $castle }, far from every edge
note-no-path = there is no way from starting position { $number } at { $at }, nor from any other, to the castle of { $first } at { $castle }

# Commanders and their battles
seat-no-policy = `{ $name }`: trained policies do not command here
seat-not-started = `{ $name }`: programs command in `battle`, `campaign` and `tournament` only
seat-program = `{ $name }` cannot be started: { $why }
seat-in-file = `{ $name }` is never started from a file
seat-waits = Nobody commands { $side }
seat-waits-why = A program commanded this side. No file ever starts one.
seat-waits-choice = Name the program again, or have another commander go on:
seat-stopped = You have stopped the program.
computer-failed = it has broken off
program-no-cell = the cell cannot be put up: { $why }

# Programs as commanders
program-title = A program commands { $side }
program-intro = Type the command of the program, as in a terminal. It is started by itself, without a shell, with the words below and nothing else.
program-command = command
program-command-tip = Words with spaces stand in quotation marks
program-words = { $words ->
    [one] 1 word is passed:
   *[other] { $words } words are passed:
}
program-first-word = program: { $word }
program-folder = in the folder { $folder }
program-empty = There is no command yet.
program-open-quote = A quotation mark is not closed.
program-not-there = There is no such program.
program-not-startable = You have no right to start this file.
program-needs-choice = Say that the program is to be started without walls, or start none
program-walls-asked = Walls around the program: being tried out …
program-walls-no-warden = This app cannot put walls around a program. Start it without walls only if you trust it.
program-walls-fail = No walls can be put around the program here: { $why }
program-walls-whole = { $count ->
    [one] 1 wall stands: { $walls }
   *[other] { $count } walls stand: { $walls }
}
program-walls-partial = { $count ->
    [one] 1 wall stands in part: { $walls }
   *[other] { $count } walls stand in part: { $walls }
}
program-walls-missing = { $count ->
    [one] 1 wall is missing: { $walls }
   *[other] { $count } walls are missing: { $walls }
}
program-no-walls = Without walls
program-no-walls-tip = For a program of your own that needs the network or your files
program-no-walls-warning = Without walls the program can read, change and send whatever you can. Start it only if you trust it.
program-time = { $seconds ->
    [one] It has 1 second for each half-turn, and ends with the battle.
   *[other] It has { $seconds } seconds for each half-turn, and ends with the battle.
}
program-limits = { $processes ->
    [one] It may use { $memory } MiB of memory and 1 process.
   *[other] It may use { $memory } MiB of memory and { $processes } processes.
}
program-confirm = Start this program
program-confirm-tip = It is started when the battle asks for its first order
program-cancel = Cancel
wall-reading = reading
wall-writing = writing
wall-temporary = temporary folder
wall-network = network
wall-processes = processes of others
wall-process-count = number of processes
wall-memory = memory
wall-privileges = privileges
wall-calls = calls of the system
wall-inheritance = inheritance
game-cancelled = cancelled
game-stopped = { $commander } ordered { $order }, which is illegal: { $why }
game-foreign = the program of { $side } cannot play: { $why }

# What a program did that lost it the battle
loss-exited = it ended with exit status: { $code }
loss-killed = it ended with { $status }
loss-closed-output = it closed its standard output
loss-gone = it has been ended
loss-late = there was no answer within { $ms } ms
loss-not-reading = it does not read what it is told: more than { $mebibytes } MiB wait
loss-long-line = a line has more than { $mebibytes } MiB
loss-long-half-turn = it said more than { $mebibytes } MiB in a half-turn
loss-long-errors = it wrote more than { $mebibytes } MiB on standard error
loss-no-message = its line means nothing: { $why }
loss-complaint = it answered with an error, { $code }: { $text }
loss-unwanted = it said `{ $message }` where { $wanted } was wanted
loss-illegal-orders = its orders are illegal, the last one, { $order }, since { $why }
loss-resigned = it resigned
loss-resigned-saying = { $words }

# Dice of a series
game-other-battle = seed { $seed } makes another battle than the first
game-other-battle-by-key = these dice make another battle than the first

# Map editor: what it refuses
refusal-no-such-terrain = there is no terrain number { $place }; the ruleset lists { $count }
refusal-no-glyph = { $terrain } cannot be painted: this file uses its glyph `{ $glyph }` for another terrain; give it another glyph
refusal-no-terrain = this ruleset has no terrain `{ $name }`, which { $tool } needs
refusal-brush-size = there is no brush of size { $size }; sizes are 1 to { $max }
refusal-no-unit = hex { $hex }: no unit starts there
refusal-no-such-unit = { $side } has no unit number { $number }; it has { $count }
refusal-no-such-goal = there is no goal number { $number }; the map has { $count }
refusal-no-such-event = there is no event number { $number }; the map has { $count }
refusal-standard-army = { $side } fights with the ruleset's standard army; give it an army of its own first
refusal-nothing-selected = nothing is selected
refusal-nothing-copied = nothing has been copied yet
refusal-foreign-glyph = what was copied has the glyph `{ $glyph }`, which stands for nothing on this map
refusal-all-off-map = hex { $hex }: all of it would lie off the map
refusal-unknown-glyph = the glyph `{ $glyph }` stands for nothing; the ruleset does not know it
refusal-no-name = a map needs a name
user-road-tool = the road tool
user-river-tool = the river tool
user-castle-tool = the castle tool
user-random-map = a random map
skipped-unplayable = the map cannot be played
skipped-too-many-hexes = the map has { $hexes } hexes; battles are played on up to { $max }
skipped-too-much-memory = { $units ->
    [one] 1 Blue unit
   *[other] { $units } Blue units
} on { $hexes ->
    [one] 1 hex
   *[other] { $hexes } hexes
} would take too much memory
random-too-small = { $width }x{ $height } hexes are too few: a random map needs at least { $least }x{ $least }
random-too-large = { $width }x{ $height } hexes are too many: a map has at most { $side } a side and { $max } in all

# The academy: what cannot be done
way-blocked = hex { $hex } cannot be entered, so that no way begins or ends there
way-no-distance = the way begins and ends at hex { $hex }
way-off-map = there is no hex { $hex }
way-not-waiting = hex { $hex } does not wait: only hexes beside those looked at do, where they can be entered
way-looked-at = hex { $hex } has been looked at
way-over = the game is over: nothing that waits can lead to a cheaper way
river-no-priests = the number of priests is 0, it must be 1 to { $max }
river-no-boat = the boat is for 0, it must be for 1 to { $max }
river-too-many = the number of { $what } is { $got }, it must be at most { $max }
river-unknown-goal = the goal is '{ $name }', it must be 'all' or 'priests'
river-no-state = '{ $text }' is no state; a state is the priests and devils on the left bank and the boat's side, such as 3P2DL, or with people aboard 3P1DL+1D
river-impossible-state = '{ $text }' cannot be: there are { $priests ->
    [one] 1 priest
   *[other] { $priests } priests
}, { $devils ->
    [one] 1 devil
   *[other] { $devils } devils
} and { $seats ->
    [one] 1 seat
   *[other] { $seats } seats
}
river-impossible-step = the step '{ $step }' is not possible in { $state }
river-is-won = the game is over: { $state } is won
river-is-lost = the game is over: { $state } is lost
river-too-large-to-draw = the graph has { $states ->
    [one] 1 state
   *[other] { $states } states
}, a picture shows at most { $max }
river-count-priests = priests
river-count-devils = devils
river-count-seats = seats in the boat
board-no-size = the board is { $columns } x { $rows }, each side must be 1 to { $max }
board-no-row = { $row } in a row do not fit on a board of { $columns } x { $rows }, it must be 1 to { $max }
board-not-a-size = '{ $text }' is no size of a board; a size is columns x rows, such as 3x3
board-not-a-position = '{ $text }' is no position: { $why }
board-not-a-cell = '{ $text }' is no cell of this board; a cell is a letter and a number from a1 to { $last }
board-taken = { $cell } is taken
board-over = the game is over
board-too-large = { $columns } x { $rows } are { $cells ->
    [one] 1 cell
   *[other] { $cells } cells
}; the perfect player exhausts at most { $max }, use mcts
board-cut-off = cut off before there was a result
board-no-player = '{ $name }' is no player; players are lesson, scoring, perfect, mcts and mcts:STEPS
board-coefficients = line { $line }, column { $column }: { $why }
number-out-of-range = { $what } is { $found }, it must be { $min } to { $max }
tuning-coefficient = a coefficient
tuning-players = the number of players
tuning-rounds = the number of rounds
tuning-games = the number of games of each pair
tower-at-line = line { $line }, column { $column }: { $what }
tower-ends = the file ends where { $expected } should be
tower-not-a-number = '{ $found }' is not a whole number; expected { $expected }
tower-too-large = { $floors ->
    [one] 1 floor
   *[other] { $floors } floors
} of { $rows } x { $columns } are { $cells ->
    [one] 1 cell
   *[other] { $cells } cells
}, a tower has at most { $max }, and { $side } a side
tower-unknown-cell = { $code } is no tile code (floor { $floor }, row { $row }, column { $column })
tower-monster-twice = monster { $id } is in the table twice
tower-goes-on-file = expected the end of the file after the hero's eleven numbers (a tower has one hero), found '{ $found }'
tower-hero-outside = the hero starts at { $place }, outside the { $floors ->
    [one] 1 floor
   *[other] { $floors } floors
} of { $rows } x { $columns }
tower-hero-blocked = the hero starts at { $place }, which is not road or stairs
tower-no-boss = there is no boss on the map (tile 299)
tower-boss-unknown = the boss (299) is not in the table of monsters
tower-two-bosses = there are two bosses, at { $first } and { $second }
tower-boss-unreachable = the boss at { $place } cannot be reached from the hero, even with every door open and every monster dead
tower-two-stairs = floor { $floor } has two stairs { $direction }, at { $first } and { $second }
tower-too-many-nodes = the tower has { $nodes } doors, monsters and treasures, at most { $max } can be searched
tower-unmakeable = a random tower has { $what } from { $min } to { $max }, not { $found }
tower-impossible = { $step } is not possible: { $why }
stairs-up = up
stairs-down = down
measure-floors = floors
measure-rows = rows
measure-columns = columns
request-step = { $step }
request-walk = walking there
request-climb = climbing
request-buy = buy { $ware }
obstacle-wall = a wall is there
obstacle-no-stairs = no stairs here lead anywhere
obstacle-no-ware = the shop sells hp, atk, def and mdef
obstacle-no-step = it is no step
obstacle-no-cell = there is no such cell
obstacle-not-there = nothing of that kind is there
obstacle-out-of-reach = it cannot be reached over free floor
obstacle-boss-dead = the boss is dead
obstacle-no-more-fights = the boss is dead: no more fights
obstacle-keys-worthless = the boss is dead: keys are worth nothing
obstacle-no-key = there is no { $colour } key
obstacle-unbeatable = the hero's attack does not get through
obstacle-too-costly = the fight costs { $cost } life, the hero has { $life }
obstacle-no-shop = no shop is open
obstacle-not-sold = the shop does not sell it
obstacle-too-dear = it costs { $price ->
    [one] 1 coin
   *[other] { $price } coins
}, the hero has { $coins }

# Battles of a server
menu-join = Join a battle
join-title = A battle of a server
join-intro = Whoever sets a table sends a link: with it you sit down, or watch. The server keeps the battle, and the same link leads back to it.
join-link = The link
join-link-tip = Ctrl+V pastes it. It is not kept: whoever has it has the seat.
join-now = Join
join-calling = The server is called …
join-you-command = { $map }: you command { $side }.
join-you-watch-map = { $map }: you watch.
join-seat-taken = { $side }: { $who }, ready
join-seat-free = { $side }: { $who }, not here yet
join-waits = The battle begins when both seats are taken. You may leave; the link leads back.
join-begins = The battle is coming.
join-broken = The line to the server is broken. It is opened again as soon as that is possible; nothing is lost.
join-table = Table
join-fold = Show more or less of the table
join-your-turn = It is your half-turn.
join-enemy-moves = The enemy is to move.
join-enemy-arranges = Your units are arranged. The enemy still arranges its own.
join-you-watch-battle = You watch.
join-at-table = You sit at the table.
join-time-left = { $time } left
join-offer-draw = Offer a draw
join-agree-draw = Agree to the draw
join-decline-draw = Decline
join-draw-offered = { $side } offers a draw.
join-resign = Give up
join-resign-sure = Give the battle up?
join-resign-yes = Give it up
join-resign-no = Fight on
join-say = Say
join-words-tip = Words for those at the table
join-says = { $who }: { $words }
join-somebody = somebody who watches
join-begun = The battle has begun.
join-proved = Proved: played again order by order, { $orders } in all, and nobody has chosen the dice. The replay is kept.
join-unproved = The battle is not proved: { $why }
join-refused = The server refuses: { $why }
join-pledged-elsewhere = This seat has given its number for the dice from another place. Open the link there until the battle has begun, then come here.
join-not-saved = The server keeps this battle; the link leads back to it.
join-no-system = The system gives no thread or no random numbers.
join-link-scheme = A link begins with https://, or with http:// on this machine.
join-link-unencrypted = http:// leads to other machines without encryption, so that others could take the seat: the link must begin with https://.
join-link-host = The link names no server.
join-link-path = The link leads to no battle: it ends in /b/ and the 16 digits of the battle, and # with 32 more for a seat.
join-link-token = What stands behind # is no seat’s token, which has 32 digits. Was the link copied whole?
join-unreachable = { $server } cannot be reached.
join-untrusted = { $server } does not prove that it is who it says: { $why }
join-no-battle = { $server } has no such battle.
join-answer = Instead of the battle { $server } gives the answer { $code }.
join-no-server = { $server } is no server of battles.
join-no-seat = No seat of this battle has the token of the link.
join-not-understood = The server says what this version does not understand; it may be newer ({ $why }).
join-other-battle = The server tells of another battle than before.
join-impossible-event = The server tells of what cannot happen in this battle ({ $why }).
join-changed-commitment = The server has exchanged its number for the dice after this seat had committed itself: do not play here.
join-you-watch = You watch: the battle is not yours to fight.
join-not-begun = The battle has not begun.
join-not-arranging = That unit cannot be placed there now.
join-not-your-turn = The enemy is to move.
join-unanswered = The server has not answered yet.
join-draw-offered-already = You have offered a draw already.
join-no-draw-offered = No draw was offered.
join-no-words = There are no words to say, or too many.
join-not-over = The battle is not over.
join-rematch = Play again, sides exchanged
join-rematch-offered = The enemy would like to play again.
join-rematch-waits = You have offered to play again.
join-rematch-go = To the next battle
