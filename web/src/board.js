// The board: a map drawn from the shapes that the engine gives, and the hex under pointer or cursor.

/** @import { Colours, Ground, HexPlace, Position, Shape, SideColours, Unit } from "./types.js" */

/** Distance from column to column and from row to row, in the units of the shapes. */
const ACROSS = 48;
const DOWN = 56;
/** Most pixels of the drawn ground. */
const MOST_PIXELS = 16_000_000;
/** What lies over hexes out of sight. */
const OUT_OF_SIGHT = "#14171f";
const OUT_OF_SIGHT_ALPHA = 0.45;
/** Share of white over a hex on which units may be arranged. */
const ZONE_ALPHA = 0.28;
/** Pixels of paper around a map that is larger than the canvas. */
const PAPER = 24;
const CORNERS = [[32, 0], [16, 28], [-16, 28], [-32, 0], [-16, -28], [16, -28]];

/**
 * What is pointed out on the board.
 * @typedef {{
 *   selected: HexPlace | null, reach: HexPlace[], targets: HexPlace[], beyond: HexPlace[], path: HexPlace[],
 *   threat: [HexPlace, number][], threatMen: number, hint: [HexPlace, HexPlace] | null, cursor: HexPlace | null,
 *   last: HexPlace[], zone: HexPlace[],
 * }} Marks
 */

/** @returns {Marks} */
export function noMarks() {
  return {
    selected: null, reach: [], targets: [], beyond: [], path: [], threat: [], threatMen: 1, hint: null, cursor: null,
    last: [], zone: [],
  };
}

/**
 * Returns the six neighbours of a hex, each across the edge from one of the CORNERS to the next.
 * @param {HexPlace} at
 * @returns {HexPlace[]}
 */
function neighboursOf([col, row]) {
  const lower = col % 2;
  return [
    [col + 1, row + lower], [col, row + 1], [col - 1, row + lower],
    [col - 1, row + lower - 1], [col, row - 1], [col + 1, row + lower - 1],
  ];
}

export class Board {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {{ point(at: HexPlace | null): void, pick(at: HexPlace, touch: boolean): void }} listener
   */
  constructor(canvas, listener) {
    this.canvas = canvas;
    this.listener = listener;
    this.marks = noMarks();
    /** @type {Ground | null} */
    this.ground = null;
    /** @type {Position | null} */
    this.position = null;
    /** @type {HTMLCanvasElement | null} */
    this.drawnGround = null;
    /** @type {Map<string, Path2D>} */
    this.paths = new Map();
    this.scale = 1;
    this.left = 0;
    this.top = 0;
    this.frame = 0;
    this.listenToPointers();
    new ResizeObserver(() => this.resize()).observe(canvas);
  }

  /** @param {Ground} ground */
  setGround(ground) {
    const isNew = !this.ground || this.ground.cols !== ground.cols || this.ground.rows !== ground.rows;
    this.ground = ground;
    this.drawnGround = null;
    if (isNew) this.showAll(matchMedia("(pointer: coarse)").matches || this.canvas.clientWidth < 500 ? 0.5 : 0.4);
    this.redraw();
  }

  /** @param {Position} position */
  setPosition(position) {
    this.position = position;
    this.redraw();
  }

  /** Width and height of the whole map in units of the shapes. */
  get size() {
    const { cols, rows } = this.ground ?? { cols: 1, rows: 1 };
    return { width: (cols - 1) * ACROSS + 64, height: rows * DOWN + (cols > 1 ? DOWN / 2 : 0) };
  }

  /**
   * Fits the map into the canvas.
   * @param {number} [least] Least scale, by which hexes are large enough to be hit.
   */
  showAll(least = 0.2) {
    const { width, height } = this.size;
    const [w, h] = [this.canvas.clientWidth, this.canvas.clientHeight].map((length) => Math.max(length - 2 * PAPER - 1, 1));
    const fitting = Math.min(w / width, h / height);
    this.scale = Math.max(Math.min(fitting, 1.5), least);
    this.left = (this.canvas.clientWidth - width * this.scale) / 2;
    this.top = (this.canvas.clientHeight - height * this.scale) / 2;
    this.keepInSight();
    this.redraw();
  }

  /**
   * @param {number} factor
   * @param {number} [x]
   * @param {number} [y]
   */
  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    const scale = Math.min(Math.max(this.scale * factor, 0.2), 3);
    this.left = x - ((x - this.left) * scale) / this.scale;
    this.top = y - ((y - this.top) * scale) / this.scale;
    this.scale = scale;
    this.keepInSight();
    this.redraw();
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  pan(x, y) {
    this.left += x;
    this.top += y;
    this.keepInSight();
    this.redraw();
  }

  /** Keeps the map in the canvas, with a little paper around it. */
  keepInSight() {
    const { width, height } = this.size;
    const [w, h] = [this.canvas.clientWidth, this.canvas.clientHeight];
    const keep = (/** @type {number} */ start, /** @type {number} */ length, /** @type {number} */ room) =>
      length + 2 * PAPER <= room ? (room - length) / 2 : Math.min(PAPER, Math.max(start, room - length - PAPER));
    this.left = keep(this.left, width * this.scale, w);
    this.top = keep(this.top, height * this.scale, h);
  }

  /**
   * Moves the map so that a hex is in sight.
   * @param {HexPlace} at
   */
  reveal(at) {
    const { x, y } = this.placeOnCanvas(at);
    const margin = 48;
    const shift = (/** @type {number} */ place, /** @type {number} */ room) =>
      place < margin ? margin - place : place > room - margin ? room - margin - place : 0;
    this.pan(shift(x, this.canvas.clientWidth), shift(y, this.canvas.clientHeight));
  }

  /**
   * Moves the map so that a hex is in the middle, as far as the map goes.
   * @param {HexPlace} at
   */
  centreOn(at) {
    const [x, y] = this.middleOf(at);
    this.left = this.canvas.clientWidth / 2 - x * this.scale;
    this.top = this.canvas.clientHeight / 2 - y * this.scale;
    this.pan(0, 0);
  }

  /**
   * Middle of a hex in units of the shapes.
   * @param {HexPlace} at
   * @returns {[number, number]}
   */
  middleOf([col, row]) {
    return [col * ACROSS + 32, row * DOWN + 28 + (col & 1) * (DOWN / 2)];
  }

  /**
   * Middle of a hex on the canvas, in pixels of the page.
   * @param {HexPlace} at
   */
  placeOnCanvas(at) {
    const [x, y] = this.middleOf(at);
    return { x: x * this.scale + this.left, y: y * this.scale + this.top };
  }

  /**
   * Returns the hex at a place of the canvas, if it is on the map.
   * @param {number} x
   * @param {number} y
   * @returns {HexPlace | null}
   */
  hexAt(x, y) {
    if (!this.ground) return null;
    const [mx, my] = [(x - this.left) / this.scale, (y - this.top) / this.scale];
    const near = Math.floor((mx - 32) / ACROSS);
    /** @type {HexPlace | null} */
    let best = null;
    let least = 40 * 40;
    for (const col of [near, near + 1]) {
      const row = Math.round((my - 28 - (col & 1) * (DOWN / 2)) / DOWN);
      const [cx, cy] = this.middleOf([col, row]);
      const far = (cx - mx) ** 2 + (cy - my) ** 2;
      if (far < least && col >= 0 && row >= 0 && col < this.ground.cols && row < this.ground.rows) {
        [best, least] = [[col, row], far];
      }
    }
    return best;
  }

  listenToPointers() {
    /** @type {Map<number, [number, number]>} */
    const down = new Map();
    let moved = false;
    const { canvas } = this;
    const place = (/** @type {PointerEvent | WheelEvent} */ event) => {
      const box = canvas.getBoundingClientRect();
      return /** @type {[number, number]} */ ([event.clientX - box.left, event.clientY - box.top]);
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      down.set(event.pointerId, place(event));
      if (down.size === 1) moved = false;
    });
    canvas.addEventListener("pointermove", (event) => {
      const now = place(event);
      const before = down.get(event.pointerId);
      if (!before) {
        if (event.pointerType === "mouse") this.listener.point(this.hexAt(...now));
        return;
      }
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const length = (/** @type {number[]} */ a, /** @type {number[]} */ b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
        this.zoom(length(now, other) / Math.max(length(before, other), 1), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
        moved = true;
      } else if (moved || Math.hypot(now[0] - before[0], now[1] - before[1]) > 6) {
        this.pan(now[0] - before[0], now[1] - before[1]);
        moved = true;
      } else {
        return;
      }
      down.set(event.pointerId, now);
    });
    const lift = (/** @type {PointerEvent} */ event) => {
      if (!down.delete(event.pointerId) || event.type === "pointercancel" || moved) return;
      const at = this.hexAt(...place(event));
      if (at) this.listener.pick(at, event.pointerType !== "mouse");
    };
    canvas.addEventListener("pointerup", lift);
    canvas.addEventListener("pointercancel", lift);
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), ...place(event));
    }, { passive: false });
  }

  resize() {
    const density = window.devicePixelRatio || 1;
    this.canvas.width = Math.max(1, Math.round(this.canvas.clientWidth * density));
    this.canvas.height = Math.max(1, Math.round(this.canvas.clientHeight * density));
    this.keepInSight();
    this.redraw();
  }

  redraw() {
    if (!this.frame) {
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this.draw();
      });
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Shape[]} shapes
   */
  drawShapes(context, shapes) {
    context.lineCap = context.lineJoin = "round";
    for (const { path, colour, alpha, width } of shapes) {
      let outline = this.paths.get(path);
      if (!outline) {
        outline = new Path2D(path);
        this.paths.set(path, outline);
      }
      context.globalAlpha = alpha / 255;
      if (width > 0) {
        context.strokeStyle = colour;
        context.lineWidth = width;
        context.stroke(outline);
      } else {
        context.fillStyle = colour;
        context.fill(outline);
      }
    }
    context.globalAlpha = 1;
  }

  /**
   * Goes through the middles of all hexes from the north to the south, with their numbers.
   * @param {Ground} ground
   * @param {(x: number, y: number, index: number) => void} visit
   */
  fromNorth(ground, visit) {
    for (let half = 0; half < 2 * ground.rows; half += 1) {
      for (let col = half % 2; col < ground.cols; col += 2) {
        const row = Math.floor(half / 2);
        const [x, y] = this.middleOf([col, row]);
        visit(x, y, row * ground.cols + col);
      }
    }
  }

  /**
   * Draws the ground once for each size of hexes.
   * @param {Ground} ground
   * @param {number} density
   * @returns {HTMLCanvasElement}
   */
  groundAt(ground, density) {
    const { width, height } = this.size;
    const scale = Math.min(this.scale * density, Math.sqrt(MOST_PIXELS / (width * height)));
    const wanted = `${Math.round(scale * 100)}`;
    if (this.drawnGround?.dataset.scale === wanted) return this.drawnGround;
    const drawn = document.createElement("canvas");
    drawn.width = Math.ceil(width * scale);
    drawn.height = Math.ceil(height * scale);
    drawn.dataset.scale = wanted;
    const context = /** @type {CanvasRenderingContext2D} */ (drawn.getContext("2d"));
    const hexagon = new Path2D();
    CORNERS.forEach(([x, y], index) => (index ? hexagon.lineTo(x, y) : hexagon.moveTo(x, y)));
    hexagon.closePath();
    const goTo = (/** @type {number} */ x, /** @type {number} */ y) => context.setTransform(scale, 0, 0, scale, x * scale, y * scale);
    goTo(0, 0);
    this.drawShapes(context, ground.areas);
    context.strokeStyle = ground.palette.ink;
    context.lineWidth = 0.9;
    context.globalAlpha = 0.12;
    this.fromNorth(ground, (x, y) => {
      goTo(x, y);
      context.stroke(hexagon);
    });
    context.globalAlpha = 1;
    // What stands further south hides what is behind it.
    this.fromNorth(ground, (x, y, index) => {
      goTo(x, y);
      this.drawShapes(context, ground.patterns[ground.pattern_of_hex[index]]);
    });
    goTo(0, 0);
    this.drawShapes(context, ground.roads);
    this.drawnGround = drawn;
    return drawn;
  }

  draw() {
    const { ground, position, canvas } = this;
    const context = canvas.getContext("2d");
    if (!context) return;
    const density = canvas.width / Math.max(1, canvas.clientWidth);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = ground?.palette.paper ?? "#f4eedf";
    context.fillRect(0, 0, canvas.width, canvas.height);
    if (!ground || !position) return;
    if (this.paths.size > 20_000) this.paths.clear();
    const scale = this.scale * density;
    const [left, top] = [this.left * density, this.top * density];
    const { width, height } = this.size;
    context.drawImage(this.groundAt(ground, density), left, top, width * scale, height * scale);
    context.setTransform(scale, 0, 0, scale, left, top);
    this.drawShapes(context, position.drawn_flags);
    this.drawMarksBelow(context, ground.palette);
    for (const unit of position.units) this.drawUnit(context, unit, scale, left, top);
    context.setTransform(scale, 0, 0, scale, left, top);
    this.drawShapes(context, position.held);
    this.drawMarksAbove(context, ground.palette);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Unit} unit
   * @param {number} scale
   * @param {number} left
   * @param {number} top
   */
  drawUnit(context, unit, scale, left, top) {
    const [x, y] = this.middleOf(unit.at);
    context.setTransform(scale, 0, 0, scale, left + x * scale, top + y * scale);
    this.drawShapes(context, unit.counter);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {HexPlace} at
   * @param {number} grown
   */
  traceHex(context, at, grown) {
    const [x, y] = this.middleOf(at);
    context.beginPath();
    for (const [dx, dy] of CORNERS) context.lineTo(x + dx * grown, y + dy * grown);
    context.closePath();
  }

  /**
   * Draws the outer edges of a set of hexes.
   * @param {CanvasRenderingContext2D} context
   * @param {HexPlace[]} hexes
   * @param {string} colour
   */
  drawBorder(context, hexes, colour) {
    const within = new Set(hexes.map(String));
    context.beginPath();
    for (const at of hexes) {
      const [x, y] = this.middleOf(at);
      neighboursOf(at).forEach((neighbour, edge) => {
        if (within.has(String(neighbour))) return;
        const [from, to] = [CORNERS[edge], CORNERS[(edge + 1) % 6]];
        context.moveTo(x + from[0], y + from[1]);
        context.lineTo(x + to[0], y + to[1]);
      });
    }
    context.strokeStyle = colour;
    context.lineWidth = 2.4;
    context.lineCap = "round";
    context.stroke();
    context.lineCap = "butt";
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Colours} colours
   */
  drawMarksBelow(context, colours) {
    const { marks } = this;
    const fill = (/** @type {HexPlace} */ at, /** @type {string} */ colour, /** @type {number} */ alpha) => {
      this.traceHex(context, at, 1);
      context.globalAlpha = alpha;
      context.fillStyle = colour;
      context.fill();
      context.globalAlpha = 1;
    };
    for (const at of this.position?.hidden ?? []) fill(at, OUT_OF_SIGHT, OUT_OF_SIGHT_ALPHA);
    for (const at of marks.zone) fill(at, "#ffffff", ZONE_ALPHA);
    for (const [at, men] of marks.threat) {
      const share = Math.min(1, men / 36 / marks.threatMen);
      fill(at, colours.ramp[Math.min(4, Math.floor(share * 5))], 0.66);
    }
    // Multiplied, so that trees and castles show through.
    context.globalCompositeOperation = "multiply";
    for (const at of marks.reach) fill(at, colours.reach, 1);
    context.globalCompositeOperation = "source-over";
    if (marks.selected) this.drawBorder(context, [...marks.reach, marks.selected], colours.reach_border);
    for (const at of marks.last) fill(at, colours.selected, 0.35);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Colours} colours
   */
  drawMarksAbove(context, colours) {
    const { marks } = this;
    const frame = (/** @type {HexPlace} */ at, /** @type {string} */ colour, /** @type {number} */ width, /** @type {number[]} */ dash = []) => {
      for (const [ink, more] of /** @type {[string, number][]} */ ([["#ffffff", 3], [colour, 0]])) {
        this.traceHex(context, at, 0.93);
        context.strokeStyle = ink;
        context.lineWidth = width + more;
        context.setLineDash(dash);
        context.stroke();
      }
      context.setLineDash([]);
    };
    for (const at of marks.beyond) frame(at, colours.beyond, 3.5, [9, 6]);
    for (const at of marks.targets) frame(at, colours.target, 4.5);
    if (marks.path.length > 1) this.drawLine(context, marks.path, colours.path, []);
    if (marks.hint) this.drawLine(context, marks.hint, colours.held, [10, 8]);
    // Where free hexes of the deployment zone lie on the canvas, for tests.
    const isFree = (/** @type {HexPlace} */ [col, row]) => !this.position?.units.some(({ at }) => at[0] === col && at[1] === row);
    const free = marks.zone.filter(isFree).map((at) => ({ hex: at.join(","), ...this.placeOnCanvas(at) }));
    this.canvas.dataset.free = JSON.stringify(free);
    if (marks.selected) {
      frame(marks.selected, colours.selected, 5);
      // Where the selected hex lies on the canvas, and how far the next row is, for tests.
      const { x, y } = this.placeOnCanvas(marks.selected);
      this.canvas.dataset.selected = `${x},${y}`;
      this.canvas.dataset.down = `${DOWN * this.scale}`;
    }
    if (marks.cursor) frame(marks.cursor, colours.ink, 2.5, [5, 4]);
    this.drawPassages(context, colours);
    this.drawLastSeen(context, colours);
  }

  /**
   * Marks where units come onto the map, with the turn, where a goal has units leave it, and homes.
   * @param {CanvasRenderingContext2D} context
   * @param {Colours} colours
   */
  drawPassages(context, colours) {
    for (const [at, side, signs] of this.position?.passages ?? []) {
      this.drawWordedHex(context, at, colours[side], signs, 18);
    }
  }

  /**
   * Marks where enemies out of sight were seen last, with the letter of their type and the turn.
   * @param {CanvasRenderingContext2D} context
   * @param {Colours} colours
   */
  drawLastSeen(context, colours) {
    const { position } = this;
    const enemy = position?.onlooker === "red" ? colours.blue : colours.red;
    for (const [at, letter, turn] of position?.last_seen ?? []) {
      this.drawWordedHex(context, at, enemy, `${letter}? ${turn}`, 0);
    }
  }

  /**
   * Draws the frame of a hex in the colour of a side, and a word.
   * @param {CanvasRenderingContext2D} context
   * @param {HexPlace} at
   * @param {SideColours} colours
   * @param {string} word
   * @param {number} below Distance of the word from the middle of the hex.
   */
  drawWordedHex(context, at, colours, word, below) {
    this.traceHex(context, at, 0.9);
    context.strokeStyle = colours.fill;
    context.lineWidth = 3;
    context.stroke();
    const [x, y] = this.middleOf(at);
    context.font = "bold 15px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineWidth = 4;
    context.strokeStyle = "#ffffff";
    context.strokeText(word, x, y + below);
    context.fillStyle = colours.edge;
    context.fillText(word, x, y + below);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {HexPlace[]} hexes
   * @param {string} colour
   * @param {number[]} dash
   */
  drawLine(context, hexes, colour, dash) {
    const points = hexes.map((at) => this.middleOf(at));
    for (const [ink, width] of /** @type {[string, number][]} */ ([["#ffffff", 8], [colour, 4.5]])) {
      context.beginPath();
      for (const [x, y] of points) context.lineTo(x, y);
      context.strokeStyle = ink;
      context.lineWidth = width;
      context.setLineDash(ink === "#ffffff" ? [] : dash);
      context.stroke();
      context.setLineDash([]);
      const [x, y] = points[points.length - 1];
      context.beginPath();
      context.arc(x, y, width * 1.5, 0, 7);
      context.fillStyle = ink;
      context.fill();
    }
  }
}
