/** What a person points at: by pointer, by keys, or by the page's address. */
class Pointing {
  constructor(page) {
    this.page = page;
    this.focus = null;
    this.pinned = false;
    for (const side of ['source', 'target']) this.listen(side);
    const matrix = byId('matrix');
    matrix.addEventListener('pointermove', event => this.overMatrix(event));
    matrix.addEventListener('pointerleave', () => this.leave());
    addEventListener('keydown', event => { if (event.key === 'Escape') this.release(); });
  }

  /** Pointer and keys of one map. */
  listen(side) {
    const canvas = document.querySelector(`#${side} canvas`);
    canvas.addEventListener('pointermove', event => {
      if (this.pinned) return;
      const cell = this.page.grids[side].at(event.offsetX, event.offsetY);
      if (cell) this.point(cell, event); else this.leave();
    });
    canvas.addEventListener('pointerleave', () => this.leave());
    canvas.addEventListener('click', event => {
      const cell = this.page.grids[side].at(event.offsetX, event.offsetY);
      if (!cell) return this.release();
      this.pinned = false;
      this.point(cell, event);
      this.pin();
    });
    canvas.addEventListener('keydown', event => this.key(side, event));
  }

  key(side, event) {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (event.key === 'Enter' && this.focus?.cell) return this.pin();
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    this.pinned = false;
    const grid = this.page.grids[side];
    const from = this.focus?.cell?.side === side ? this.focus.cell : null;
    const far = event.shiftKey ? 10 : 1;
    const clamp = (value, end) => Math.max(0, Math.min(end - 1, value));
    const layer = from ? clamp(from.layer + step[0] * far, grid.rows) : 0;
    const replica = from ? this.page.group.part(side, from.part) : { replica: 0, replicas: 1 };
    const slot = from ? from.head * replica.replicas + replica.replica + step[1] * far : 0;
    const head = clamp(Math.floor(slot / replica.replicas), this.page.group.heads);
    const share = !from ? 0 : (((slot % replica.replicas) + replica.replicas) % replica.replicas + .5) / replica.replicas;
    const cell = grid.cellOf(layer, head, share);
    if (cell) this.point(cell, null);
  }

  point(cell, event) {
    const routes = this.page.group.carrying(cell.side, cell.part, cell.layer, cell.head);
    const lines = this.page.words.cell(cell, routes);
    const spoken = byId('spoken');
    spoken.textContent = `${lines.join('; ')}.`;
    this.focusOn(cell, routes);
    this.tip(lines, event ?? this.centre(cell));
  }

  /** A cell and the routes that carry it; or routes only. */
  focusOn(cell, routes) {
    if (this.pinned) return;
    const other = cell?.side === 'target' ? 'source' : 'target';
    const ends = cell ? routes.map(route => ({
      side: other, part: other === 'source' ? route.writer : route.target, layer: cell.layer, head: cell.head, route,
    })) : [];
    this.focus = { cell, routes, ends };
    this.follow(ends);
    for (const side of ['source', 'target']) this.page.grids[side].draw(this.page.palette, this.focus);
    this.arrows();
  }

  /** Shows the other side's data-parallel rank, if none of the ends is in the one that is shown. */
  follow(ends) {
    const dps = ends.map(end => this.page.group.part(end.side, end.part).dp);
    if (!ends.length || dps.includes(this.page.grids[ends[0].side].dp)) return;
    this.page.grids[ends[0].side].dp = dps[0];
    this.page.caption(ends[0].side);
  }

  leave() {
    if (this.pinned) return;
    this.focus = null;
    byId('tip').hidden = true;
    for (const side of ['source', 'target']) this.page.grids[side].draw(this.page.palette, null);
    this.arrows();
  }

  pin() {
    const { cell } = this.focus;
    this.pinned = true;
    const id = this.page.group.part(cell.side, cell.part).id;
    const values = { group: this.page.group.name, side: cell.side, participant: id, layer: this.page.group.layerName(cell.layer), head: cell.head };
    history.replaceState(null, '', `#${new URLSearchParams(values)}`);
  }

  release() {
    this.pinned = false;
    this.leave();
    history.replaceState(null, '', location.pathname + location.search);
  }

  /** Opens the cell that the address names, so that it can be shown to others. */
  followHash() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const group = groups.find(it => it.name === wanted.get('group'));
    const side = wanted.get('side');
    if (!group || !['source', 'target'].includes(side)) return;
    if (group !== this.page.group) { byId('group').value = groups.indexOf(group); this.page.show(group); }
    const part = group[side].parts.findIndex(it => it.id === wanted.get('participant'));
    let layer = 0;
    while (layer < group.layerCount && String(group.layerName(layer)) !== wanted.get('layer')) layer++;
    const head = Number(wanted.get('head'));
    if (part < 0 || layer === group.layerCount || !(head >= 0 && head < group.heads)) return;
    this.page.grids[side].dp = group.part(side, part).dp;
    this.page.caption(side);
    this.page.redraw();
    this.point({ side, part, layer, head }, null);
    this.pin();
  }

  overMatrix(event) {
    if (this.pinned) return;
    const link = this.page.matrix.at(event.offsetX, event.offsetY);
    if (!link) return this.leave();
    const lines = [this.page.matrix.text(link), exact(link.bytes)];
    byId('spoken').textContent = `${lines.join('; ')}.`;
    this.focusOn(null, link.routes);
    this.tip(lines, event);
  }

  /** Where a cell is on the screen. */
  centre({ side, ...cell }) {
    const box = this.page.grids[side].cellBox(cell);
    const canvas = this.page.grids[side].canvas.getBoundingClientRect();
    return { clientX: canvas.left + box.x + box.width / 2, clientY: canvas.top + box.y + box.height / 2 };
  }

  tip(lines, { clientX, clientY }) {
    const tip = byId('tip');
    tip.replaceChildren(...lines.flatMap((line, index) => [
      index === 0 ? element('b', {}, line) : element('span', { class: line.includes('→') ? 'way' : 'more' }, line), element('br')]));
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(8, Math.min(innerWidth - box.width - 8, clientX + 18))}px`;
    tip.style.top = `${clientY + 20 + box.height > innerHeight ? clientY - box.height - 14 : clientY + 20}px`;
  }

  /** From the cell to the cells on the other side that it comes from or goes to. */
  arrows() {
    const svg = byId('arrows');
    const origin = svg.getBoundingClientRect();
    const cell = this.focus?.cell;
    const lines = !cell ? [] : this.focus.ends
      .filter(end => this.page.group.part(end.side, end.part).dp === this.page.grids[end.side].dp).slice(0, 16);
    svg.querySelector('g').replaceChildren(...lines.map((end, index) => {
      const [from, to] = (cell.side === 'source' ? [cell, end] : [end, cell]).map(it => this.centre(it));
      const [x, y, u, v] = [from.clientX - origin.left, from.clientY - origin.top, to.clientX - origin.left, to.clientY - origin.top];
      const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      const bend = Math.max(60, Math.abs(u - x) / 2.4);
      const lift = 26 + 12 * index;
      path.setAttribute('d', `M${x},${y} C${x + bend},${y - lift} ${u - bend},${v - lift} ${u},${v}`);
      path.setAttribute('marker-end', 'url(#tip-of-arrow)');
      return path;
    }));
  }
}
