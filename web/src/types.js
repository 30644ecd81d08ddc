// Shapes of what the engine says; `crates/web` is the other side of each.

/**
 * What is said to people: words, a number, a phrase of a text with values, parts said one after the other, a list, or
 * a name of the ruleset.
 * @typedef {string | number | Phrase} Said
 * @typedef {{
 *   key?: string,
 *   values?: Record<string, Said>,
 *   join?: Said[],
 *   list?: Said[],
 *   unit?: [string, string],
 *   unit_type?: string,
 *   terrain?: string,
 *   rank?: string,
 * }} Phrase
 * @typedef {"red" | "blue"} SideName
 * @typedef {[number, number]} HexPlace
 * @typedef {{ path: string, colour: string, alpha: number, width: number }} Shape
 * @typedef {"end_turn" | Record<string, unknown>} Order
 * @typedef {{
 *   id: number, side: SideName, kind: string, type: number, label: string, rank: string | null,
 *   officer: string | null, at: HexPlace, men: number, full: number, left: number, movement: number,
 *   attack_cost: number, range: [number, number] | null, halted: boolean, counter: Shape[],
 *   cohesion?: number, broken?: boolean, wavering?: boolean, unsupplied?: number, rounds?: number,
 *   facing?: string, ready?: boolean, dug_in?: number, works?: string,
 * }} Unit
 * @typedef {{
 *   turn: number, last_turn: number, side: SideName,
 *   verdict: { winner: SideName | null, how: string, degree: string | null } | null,
 *   at: number, of: number, can_undo: boolean, seats: Record<SideName, string>, map: string, dice: string,
 *   hash: string, fog: boolean, onlooker: SideName | null, goals: Said[],
 *   strength: Record<SideName, [number, number]>, weather: string | null, flags: [HexPlace, SideName][],
 *   drawn_flags: Shape[], held: Shape[], units: Unit[],
 *   zones: [HexPlace, SideName][], hidden: HexPlace[], last_seen: [HexPlace, string, number][],
 *   passages: [HexPlace, SideName, string][],
 * }} Position
 * @typedef {{ fill: string, edge: string, ink: string, words: string }} SideColours
 * @typedef {{
 *   paper: string, ink: string, path: string, reach: string, reach_border: string,
 *   their_reach: string, target: string, beyond: string, selected: string, held: string, ramp: string[], red: SideColours, blue: SideColours,
 * }} Colours
 * @typedef {{
 *   cols: number, rows: number, terrain: number[],
 *   terrains: { name: string, castle: boolean, costs: (number | null)[], cover: number[] }[],
 *   areas: Shape[], patterns: Shape[][], pattern_of_hex: number[], roads: Shape[], palette: Colours,
 * }} Ground
 * @typedef {{
 *   can_act: boolean, reach: [HexPlace, number][], targets: [number, boolean][], beyond: [number, HexPlace][],
 *   works: { order: Order, name: string, at: HexPlace, done: number, of: number }[], ways: string[],
 *   may_exit: boolean,
 * }} UnitAnswer
 * @typedef {{
 *   dealt: number, taken: number, destroys: number, lost: number, they_break: number, we_break: number,
 *   gives_way: number, pursues: number, of: number, losses: [number, number][],
 * }} Odds
 * @typedef {{
 *   at: number, turn: number, side: SideName, order: Order, attack: boolean, words: Said, reason: Said | null,
 * }} LogLine
 * @typedef {{
 *   name: string, notes: string | null, rules: string, cols: number, rows: number, seed: string,
 *   red: string | null, blue: string | null, ranks: string[],
 * }} ShippedMap
 * @typedef {{ maps: ShippedMap[], commanders: string[], palettes: string[], version: string }} Shipped
 */

/**
 * @typedef {{ name: string, committed: boolean, commitment?: string, ready?: boolean }} SeatState
 * @typedef {{
 *   battle: string, map: string, you: SideName | null, stage: "seating" | "opening" | "arranging" | "battle" | "over",
 *   seats: [SeatState, SeatState], commitment: string, to_move: SideName | null, clock_ms: number | null,
 *   draw_offered: SideName | null, can_take_back: boolean, late: boolean,
 *   verdict: { winner: SideName | null, how: string } | null,
 *   rematch_offered?: SideName, rematch?: string,
 * }} TableState
 * @typedef {{ battle: string, free: SideName | null, map: string, red: string, blue: string, fog: boolean, clock: object | null }} ListedBattle
 * @typedef {{ player: string, elo: number, low: number, high: number, games: number }} RatedPlayer
 * @typedef {{ open: ListedBattle[], running: ListedBattle[], bots: string[], ratings?: RatedPlayer[] }} Lobby
 * @typedef {{ battle: Record<string, unknown>, zone: HexPlace[], places: [number, HexPlace][] }} Arrangement
 * @typedef {{ from: number, orders: { side: SideName, order: Order | null, events: unknown[] }[] }} ToldOrders
 */

export {};
