const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const MARGIN = { left: 46, top: 22, right: 2, bottom: 2 };

/** Sharp on every screen: pixels of the device, coordinates of the page. */
function context(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const draw = canvas.getContext('2d');
  draw.setTransform(ratio, 0, 0, ratio, 0, 0);
  draw.font = FONT;
  return draw;
}

/** A step of 1, 2, 5, 10, 20 … that leaves at least `least` pixels between ticks. */
function tickStep(pixels, least) {
  for (let step = 1; ; step *= 10) {
    for (const factor of [1, 2, 5]) if (step * factor * pixels >= least) return step * factor;
  }
}

/** The map of one side: layers down, heads across; replicas share a head's column. */
class Grid {
  constructor(side, group) {
    this.side = side;
    this.group = group;
    this.canvas = document.querySelector(`#${side} canvas`);
    this.rows = group.layerCount;
    const [first] = group.routes;
    this.dp = group.part(side, side === 'source' ? first.writer : first.target).dp;
  }

  /** Parts of the chosen data-parallel rank, with their indices. */
  get parts() {
    return this.group[this.side].parts.map((part, index) => ({ part, index }))
      .filter(({ part }) => part.dp === this.dp && part.layers.length);
  }

  measure() {
    const room = this.canvas.parentElement.clientWidth - MARGIN.left - MARGIN.right;
    this.cell = Math.max(1, Math.min(140, room / this.group.heads));
    this.row = Math.max(1, Math.min(24, Math.floor(520 / this.rows)));
    this.width = this.cell * this.group.heads + MARGIN.left + MARGIN.right;
    this.height = this.row * this.rows + MARGIN.top + MARGIN.bottom;
  }

  x(head) { return MARGIN.left + head * this.cell; }
  y(layer) { return MARGIN.top + layer * this.row; }

  /** Rectangles of some heads and layers of a part, in page pixels. */
  rectangles(part, headStart, headCount, layers) {
    const wide = part.replicas === 1
      ? [[this.x(headStart), headCount * this.cell]]
      : Array.from({ length: headCount }, (_, i) =>
        [this.x(headStart + i + part.replica / part.replicas), this.cell / part.replicas]);
    return layers.flatMap(([from, to]) =>
      wide.map(([x, width]) => ({ x, y: this.y(from), width, height: (to - from) * this.row })));
  }

  draw(palette, focus) {
    this.measure();
    const draw = context(this.canvas, this.width, this.height);
    this.axes(draw, palette);
    const full = focus && focus.routes.length;
    draw.globalAlpha = full ? .2 : 1;
    if (this.side === 'source') this.fillSource(draw, palette); else this.fillTarget(draw, palette, this.group.routes);
    draw.globalAlpha = 1;
    if (full) this.fillFocus(draw, palette, focus);
    this.outlines(draw, palette);
    if (!full) this.names(draw, palette);
    if (focus?.cell) this.mark(draw, palette, focus);
  }

  fill(draw, rectangles) {
    for (const r of rectangles) draw.fillRect(r.x, r.y, r.width, r.height);
  }

  fillSource(draw, palette) {
    for (const { part, index } of this.parts) {
      draw.fillStyle = palette.of(index);
      this.fill(draw, this.rectangles(part, part.headStart, part.headCount, part.layers));
    }
  }

  fillTarget(draw, palette, routes) {
    for (const route of routes) {
      const part = this.group.part('target', route.target);
      if (part.dp !== this.dp) continue;
      draw.fillStyle = palette.of(route.writer);
      this.fill(draw, this.rectangles(part, route.headStart, route.headCount, route.layers));
    }
  }

  fillFocus(draw, palette, { routes }) {
    if (this.side === 'target') return this.fillTarget(draw, palette, routes);
    for (const route of routes) {
      const part = this.group.part('source', route.writer);
      if (part.dp !== this.dp) continue;
      draw.fillStyle = palette.of(route.writer);
      this.fill(draw, this.rectangles(part, route.headStart, route.headCount, route.layers));
    }
  }

  outlines(draw, palette) {
    draw.strokeStyle = palette.ground;
    for (const { part } of this.parts) {
      const rectangles = this.rectangles(part, part.headStart, part.headCount, part.layers);
      draw.lineWidth = Math.min(...rectangles.map(r => r.width)) < 6 ? .5 : 2;
      for (const r of rectangles) draw.strokeRect(r.x, r.y, r.width, r.height);
    }
  }

  /** Upright where there is room, else along the part. */
  names(draw, palette) {
    draw.textAlign = 'center';
    draw.textBaseline = 'middle';
    for (const { part, index } of this.parts) {
      const [first] = this.rectangles(part, part.headStart, part.headCount, part.layers);
      const text = draw.measureText(part.id).width + 14;
      const upright = text <= first.width;
      if (Math.min(first.width, first.height) < 20 || (!upright && text > first.height)) continue;
      draw.save();
      draw.translate(first.x + first.width / 2, first.y + first.height / 2);
      if (!upright) draw.rotate(-Math.PI / 2);
      draw.fillStyle = palette.ground;
      draw.globalAlpha = .82;
      draw.beginPath();
      draw.roundRect(-text / 2, -10, text, 20, 6);
      draw.fill();
      draw.globalAlpha = 1;
      draw.fillStyle = this.side === 'source' && !palette.colours.has(index) ? palette.soft : palette.ink;
      draw.fillText(part.id, 0, .5);
      draw.restore();
    }
  }

  axes(draw, palette) {
    draw.fillStyle = palette.soft;
    draw.textBaseline = 'middle';
    draw.textAlign = 'right';
    const down = tickStep(this.row, 20);
    for (let layer = 0; layer < this.rows; layer += down) {
      draw.fillText(this.group.layerName(layer), MARGIN.left - 8, this.y(layer) + this.row / 2);
    }
    draw.textAlign = 'center';
    const across = tickStep(this.cell, 28);
    for (let head = 0; head < this.group.heads; head += across) {
      draw.fillText(head, this.x(head) + this.cell / 2, MARGIN.top - 10);
    }
    draw.textAlign = 'left';
    draw.fillText('layer', 0, MARGIN.top - 10);
  }

  /** Where a cell of a part is. */
  cellBox({ part, layer, head }) {
    const it = this.group.part(this.side, part);
    return { ...this.rectangles(it, head, 1, [[layer, layer + 1]])[0] };
  }

  mark(draw, palette, { cell, ends }) {
    const cells = cell.side === this.side ? [cell] : ends;
    draw.strokeStyle = palette.ink;
    draw.lineWidth = 2;
    for (const it of cells) {
      if (this.group.part(this.side, it.part).dp !== this.dp) continue;
      const box = this.cellBox(it);
      draw.strokeRect(box.x - 1, box.y - 1, Math.max(4, box.width + 2), Math.max(4, box.height + 2));
    }
  }

  /** The cell at a place of the canvas. */
  at(x, y) {
    const layer = Math.floor((y - MARGIN.top) / this.row);
    const column = (x - MARGIN.left) / this.cell;
    const head = Math.floor(column);
    if (layer < 0 || layer >= this.rows || head < 0 || head >= this.group.heads) return null;
    return this.cellOf(layer, head, column - head);
  }

  /** The cell of the replica that is drawn at a share, 0…1, of the head's column. */
  cellOf(layer, head, share) {
    const here = this.parts.filter(({ part }) =>
      part.headStart <= head && head < part.headStart + part.headCount && inRanges(part.layers, layer));
    const found = here.find(({ part }) => Math.floor(share * part.replicas) === part.replica) ?? here[0];
    return found ? { side: this.side, part: found.index, layer, head } : null;
  }
}
