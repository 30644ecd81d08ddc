# Menu
menu-motto = Where few can stop many
menu-new-battle = New battle
menu-resume = Resume
menu-files = Saves and replays
menu-editor = Map editor
menu-academy = Academy
menu-quit = Quit
menu-not-yet = Not built yet
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
settings-warn = Ask before a turn ends early
settings-keys = Keys of battles
settings-press = press a key
settings-usual-keys = the usual keys

# Saves and replays
files-saves = Saved battles
files-replays = Replays
files-none = none yet
saved-as = Saved as { $file }

# Sides, units, ground
side-red = Red
side-blue = Blue
human = human
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
no-officer = no officer

# Setup
setup-red = Red invades
setup-blue = Blue defends
setup-commander = commanded by
setup-thinks-as = thinks as a
setup-own-rank = its officer
setup-own-rank-tip = As far ahead as the highest officer of its units who is still alive
setup-units = { $units ->
    [one] 1 unit
   *[other] { $units } units
}
setup-add = + unit
setup-kind-tip = Click for the next type
setup-rank-tip = Rank of its officer: click for the next
setup-remove-tip = Take it out
setup-from = Red comes from
setup-turns = turns
setup-seed = seed
setup-seed-tip = The same seed gives the same dice
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
pause = Pause
go-on = Go on
step = Step
skip = Skip
undo = Undo
undo-tip = Takes the last move back, until dice are rolled
next-unit = Next
save = Save
end-turn = End turn
end-turn-idle = { $units ->
    [one] 1 unit can still act. End the turn?
   *[other] { $units } units can still act. End the turn?
}
end-turn-yes = End it
end-turn-no = Not yet
begin-fighting = Begin the battle
deploy-hint = Your units may be arranged on the light hexes: click a unit, then a hex.
hud-hint = Click a unit to see where it can go and whom it can attack.
nobody-can-act = No unit can act any more: end the turn
nothing-to-undo = Nothing can be taken back: dice have been rolled since
log = Log
log-move = { $unit } to { $to }
log-attack = { $unit } attacks { $target }: { $dealt } lost, { $taken } in return
log-destroys = { $unit } destroys { $target }: { $dealt } lost, { $taken } in return
log-end-turn = { $side } ends the turn
log-castle = { $side } takes the castle.
unit-strength = strength
unit-movement = movement
unit-range = range { $min }–{ $max }
unit-attack-cost = an attack costs { $cost } MP
move-costs = the way costs { $cost } MP, { $left } left
odds-attack-on = Attack on { $target }
odds-dealt = losses expected of them
odds-taken = losses expected of us
odds-destroys = they are destroyed
odds-lost = we are destroyed
odds-chart = their losses

# The end
verdict-castle = { $side } wins: it holds every castle
verdict-annihilation = { $side } wins: no enemy is left
verdict-dusk = { $side } wins: dusk has fallen
verdict-draw = A draw: dusk has fallen
verdict-turn = in turn { $turn }
verdict-left = { $side }: { $left } of { $start } men left, in { $units ->
    [one] 1 unit
   *[other] { $units } units
}
strength-over-time = Strength over time
watch-replay = Watch
fight-again = Again

# Replays
replay-first = to the start
replay-back = one order back
replay-forward = one order on
replay-last = to the end
replay-at = Turn { $turn } of { $last }, order { $order } of { $orders }

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
key-centre = look at the selected unit
key-begin = begin the battle
key-zoom-in = come closer
key-zoom-out = go farther away
key-faster = faster
key-slower = slower
key-pause = pause, go on
key-step = one event at a time
key-skip = show at once what has happened
key-save = save a copy
key-escape = select nothing; back to the menu
key-keys = Keys
key-arrows = Arrows
key-wheel = Wheel
key-drag = Right drag
key-pan = move over the map
key-zoom = closer, farther

# Overlays, hints, what if
layer-cost = Cost of the ways
layer-threat = Threat to the selected unit
layer-chokes = Points of convergence
layer-deployment = Deployment
layer-plan = Plan for the turn
layer-working = Being worked out …
cost-legend = From the selected unit, else from the castles: movement points, the arrow back along the way, and the place in the order in which the search expands the hexes. Units are ignored.
cost-at = { $hex }: { $cost } MP, expanded { $number } of { $of }
threat-legend = If every enemy that can reach it attacks once in its next turn: losses expected and number of attackers.
threat-at = { $hex }: { $losses } of { $men } men lost on average, destroyed with { $chance }
threat-needs-unit = Select a unit to see what threatens it
chokes-none = The commander is not looking for any.
chokes-set = { $number }. { $hexes } · score { $score } · { $verdict }
judgement-held = held
judgement-worse = another set is better
judgement-leaks = there is a way around it
judgement-late = the enemy would be there first
judgement-exposed = more enemies can attack it than there are units to hold it
deployment-none = The commander wants nobody anywhere.
role-gate = bars the point
role-support = strikes who comes through
role-battery = fires
role-reserve = in reserve
role-line = in the line
role-garrison = keeps the castle
order-attack = { $unit } attacks { $target }
hint = Hint
hint-rank = thinks as a
hint-take = Do it
auto = Auto
auto-playing = plays the rest of the turn …
what-if = What if
what-if-progress = { $fought } of { $of } battles: { $red } against { $blue }, from here to the end
what-if-wins = { $side } wins { $wins } times ({ $low }–{ $high } %)
what-if-losses = losses: mostly { $low } to { $high }, half below { $middle }
key-hint = ask a commander what to do
key-auto = let a commander play the rest of the turn
key-what-if = let computers finish the battle 200 times
stance-none = has no plan
stance-hold = holds a pass
stance-open = lines up in the open
stance-castles = charges: it has castles to take
stance-weaker = charges: the enemy is clearly weaker
stance-dusk = charges: dusk is near
steps-spent = { $spent } of { $of } steps
layer-short-cost = Ways
layer-short-threat = Threat
layer-short-chokes = Points
layer-short-deployment = Posts
layer-short-plan = Plan
