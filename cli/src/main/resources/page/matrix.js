const LABELS = 150;
const SLANT = 64;

/** Bytes of each link: writers or nodes down, targets or nodes across. */
class Matrix {
  constructor(group) {
    this.group = group;
    this.canvas = byId('matrix');
    this.between = 'participants';
  }

  /** Rows, columns and the links between them. */
  get table() {
    const { group } = this;
    if (this.between === 'nodes') {
      const rows = [...new Set(group.links.map(link => link.from))];
      const columns = [...new Set(group.links.map(link => link.to))].sort();
      return {
        rows, columns,
        links: group.links.map(link => ({
          row: rows.indexOf(link.from), column: columns.indexOf(link.to), bytes: Number(link.bytes), local: link.from === link.to,
          routes: group.routes.filter(route => group.part('source', route.writer).node === link.from
            && group.part('target', route.target).node === link.to),
        })),
      };
    }
    const rows = group.writers;
    const columns = [...group.routesOf.target.keys()].sort((a, b) => a - b);
    const links = new Map();
    for (const route of group.routes) {
      const key = `${route.writer}/${route.target}`;
      const link = links.get(key) ?? { row: rows.indexOf(route.writer), column: columns.indexOf(route.target), bytes: 0, routes: [] };
      link.bytes += route.size;
      link.routes.push(route);
      links.set(key, link);
    }
    return {
      rows: rows.map(index => group.part('source', index).id),
      columns: columns.map(index => group.part('target', index).id),
      writers: rows,
      links: [...links.values()],
    };
  }

  draw(palette) {
    this.now = this.table;
    const { rows, columns, links } = this.now;
    const room = this.canvas.parentElement.clientWidth - LABELS - SLANT;
    this.wide = Math.max(3, Math.min(130, room / columns.length));
    this.high = Math.max(5, Math.min(34, 620 / rows.length));
    this.top = this.wide < 15 || this.wide > 90 ? 24 : 96;
    const draw = context(this.canvas, LABELS + this.wide * columns.length + SLANT, this.top + this.high * rows.length + 2);
    const most = Math.max(...links.map(link => link.bytes));
    draw.fillStyle = palette.unused;
    draw.fillRect(LABELS, this.top, this.wide * columns.length, this.high * rows.length);
    const gap = Math.min(this.wide, this.high) > 9 ? 1 : .5;
    for (const link of links) {
      draw.fillStyle = this.colour(palette, link, .3 + .7 * link.bytes / most);
      const [x, y] = this.corner(link);
      draw.fillRect(x + gap, y + gap, this.wide - 2 * gap, this.high - 2 * gap);
      if (this.wide >= 62 && this.high >= 17) {
        draw.fillStyle = this.now.writers ? palette.inkOn(this.now.writers[link.row], link.bytes / most) : palette.ink;
        draw.textAlign = 'center';
        draw.textBaseline = 'middle';
        draw.fillText(size(link.bytes), x + this.wide / 2, y + this.high / 2 + .5);
      }
    }
    this.labels(draw, palette);
    this.canvas.setAttribute('aria-label',
      `${plural(links.length, 'link')}; the largest has ${size(most)}. All are in the table below.`);
  }

  colour(palette, link, alpha) {
    if (this.now.writers) return palette.of(this.now.writers[link.row], alpha);
    return link.local ? palette.unused : `oklch(${palette.dark ? .7 : .68} .13 255 / ${alpha})`;
  }

  corner(link) { return [LABELS + link.column * this.wide, this.top + link.row * this.high]; }

  labels(draw, palette) {
    const { rows, columns } = this.now;
    draw.fillStyle = palette.soft;
    draw.textBaseline = 'middle';
    draw.textAlign = 'right';
    const down = tickStep(this.high, 15);
    for (let row = 0; row < rows.length; row += down) {
      draw.fillText(rows[row], LABELS - 8, this.top + (row + .5) * this.high, LABELS - 10);
    }
    if (this.wide < 15) {
      draw.textAlign = 'left';
      draw.fillText(`${columns[0]} … ${columns.at(-1)}`, LABELS, this.top - 12);
      return;
    }
    for (let column = 0; column < columns.length; column++) {
      draw.save();
      draw.translate(LABELS + (column + .5) * this.wide, this.top - 8);
      draw.rotate(this.wide > 90 ? 0 : -Math.PI / 3.2);
      draw.textAlign = this.wide > 90 ? 'center' : 'left';
      draw.fillText(columns[column], 0, 0, 105);
      draw.restore();
    }
  }

  at(x, y) {
    const column = Math.floor((x - LABELS) / this.wide);
    const row = Math.floor((y - this.top) / this.high);
    return this.now.links.find(link => link.row === row && link.column === column) ?? null;
  }

  text(link) {
    return `${this.now.rows[link.row]} → ${this.now.columns[link.column]}: ${size(link.bytes)}`;
  }
}
