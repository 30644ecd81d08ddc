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

# Map editor: questions and files
cancel = Cancel
redo = Redo
editor-new = New map
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
overlay-chokes-tip = The redder, the more of Red's cheapest ways lead through. Outlined: points of convergence (POC); thick: those that Blue would hold.
overlay-ways-tip = The redder, the more of the map's cheapest ways to the castle lead through.
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
balance-red = Red wins { $share } % of { $games } battles (95 %: { $low }–{ $high } %)
balance-turns = { $turns } turns on average
balance-castle = { $side } by the castle
balance-annihilation = { $side } by annihilation
balance-dusk = { $side } at dusk
balance-draw = draw

# Map editor: armies
editor-next-unit = Next unit to put
editor-unit-in-hand = Unit in hand
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
editor-objective = Battle for
objective-invasion = every castle
objective-meeting = more castles at dusk
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
step-objective = objective
step-direction = direction
step-resize = resize
step-crop = crop
step-mirror = mirror
step-half-turn = half turn
step-make-symmetric = make symmetric
step-random-map = random map
