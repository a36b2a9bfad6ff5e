class Page {
  constructor() {
    this.dark = matchMedia('(prefers-color-scheme: dark)').matches;
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', event => this.setDark(event.matches));
    byId('theme').addEventListener('click', () => this.setDark(!this.dark));
    addEventListener('resize', () => this.redraw());
    document.documentElement.dataset.theme = this.dark ? 'dark' : 'light';
    this.pointing = new Pointing(this);
    this.head();
    this.show(groups[0]);
    this.pointing.followHash();
    document.documentElement.dataset.ready = 'true';
  }

  setDark(dark) {
    this.dark = dark;
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    this.palette = new Palette(this.group, dark);
    this.redraw();
    this.legend();
    if (byId('table').open) this.table();
  }

  head() {
    byId('job').textContent = plan.job;
    byId('move').append(element('b', {}, plan.source), ' → ', element('b', {}, plan.target));
    if (groups.length > 1) {
      byId('group-choice').hidden = false;
      groups.forEach((group, index) => byId('group').append(element('option', { value: index }, group.name)));
      byId('group').addEventListener('change', event => { this.pointing.release(); this.show(groups[event.target.value]); });
    }
    byId('table').addEventListener('toggle', () => { if (byId('table').open) this.table(); });
    byId('filter').addEventListener('input', () => this.table());
    byId('matrix-choice').addEventListener('change', event => { this.matrix.between = event.target.value; this.redraw(); });
  }

  show(group) {
    this.group = group;
    this.words = new Words(group);
    this.palette = new Palette(group, this.dark);
    this.grids = { source: new Grid('source', group), target: new Grid('target', group) };
    this.matrix = new Matrix(group);
    byId('matrix-choice').hidden = !group.links.length;
    document.querySelector('input[value="participants"]').checked = true;
    this.facts();
    for (const side of ['source', 'target']) this.caption(side);
    this.pointing.focus = null;
    this.redraw();
    this.legend();
    if (byId('table').open) this.table();
  }

  facts() {
    const { group } = this;
    const largest = Math.max(...group.sent.values());
    const facts = [
      ['Cache', group.cache, `${group.tokens.toLocaleString('en')} tokens`],
      ['Moves', size(group.bytes), exact(group.bytes)],
      ['Between nodes', group.wireBytes === null ? 'not known' : size(group.wireBytes), group.wireBytes === null ? 'the snapshots have no status' : 'replicas on a node share a copy'],
      ['Writers → targets', `${group.writers.length} → ${group.routesOf.target.size}`, plural(group.edges, 'edge')],
      ['Largest writer', size(largest), plural([...group.sent.values()].filter(sent => sent === largest).length, 'writer')],
    ].map(([name, value, more]) =>
      element('div', {}, element('dt', {}, name), element('dd', {}, value, ' ', element('small', {}, more))));
    const digest = element('span', { class: 'digest' }, group.planSetDigest);
    facts.push(element('div', {}, element('dt', {}, `Plan set digest (${plan.algorithm})`), element('dd', {}, digest)));
    byId('facts').replaceChildren(...facts);
  }

  caption(side) {
    const { group } = this;
    document.querySelector(`#${side} .name`).textContent =
      `${plan[side]} · ${group[side].shape} · ${plural(group[side].parts.length, 'participant')}`;
    const ranks = [...new Set(group[side].parts.map(part => part.dp))].sort((a, b) => a - b);
    const label = document.querySelector(`#${side} .dp`);
    const select = label.querySelector('select');
    label.hidden = ranks.length < 2;
    select.replaceChildren(...ranks.map(rank => element('option', { value: rank }, rank)));
    select.value = this.grids[side].dp;
    select.onchange = () => { this.pointing.release(); this.grids[side].dp = Number(select.value); this.redraw(); };
    this.grids[side].canvas.setAttribute('aria-label',
      `${side}: ${group.layerCount} layers by ${group.heads} heads. Arrow keys move; the links are in a table below.`);
  }

  redraw() {
    for (const side of ['source', 'target']) this.grids[side].draw(this.palette, this.pointing.focus);
    this.matrix.draw(this.palette);
    byId('matrix-hint').textContent = this.matrix.between === 'nodes'
      ? 'Rows send, columns receive. What stays within a node is grey: it is copied from memory to memory.'
      : 'Rows write, columns receive; the stronger the colour, the more bytes.';
    this.pointing.arrows();
  }

  legend() {
    const items = this.group.writers.map(index => {
      const item = element('li', {},
        element('i', { style: `background:${this.palette.of(index)}` }),
        element('span', { class: 'who', title: this.words.who('source', index) }, this.words.who('source', index)),
        element('span', { class: 'sent' }, size(this.group.sent.get(index))));
      item.addEventListener('pointerenter', () => this.pointing.focusOn(null, this.group.routesOf.source.get(index)));
      item.addEventListener('pointerleave', () => this.pointing.leave());
      return item;
    });
    const idle = this.group.source.parts.length - this.group.writers.length;
    if (idle) items.push(element('li', {}, element('i', { style: `background:${this.palette.unused}` }),
      element('span', { class: 'who' }, `${idle} more hold copies that nobody reads`)));
    byId('legend').replaceChildren(...items);
  }

  table() {
    const wanted = byId('filter').value.toLowerCase();
    const { group } = this;
    const rows = group.routes.map(route => {
      const [from, to] = [group.part('source', route.writer), group.part('target', route.target)];
      if (![from.id, from.node, to.id, to.node].some(text => text?.toLowerCase().includes(wanted)) && wanted) return null;
      const row = element('tr', {},
        element('td', {}, element('i', { style: `background:${this.palette.of(route.writer)}` }), from.id),
        element('td', {}, from.node ?? ''), element('td', {}, to.id), element('td', {}, to.node ?? ''),
        element('td', {}, group.layersText(route.layers)),
        element('td', {}, heads(route.headStart, route.headCount).split(' ')[1]),
        element('td', {}, route.components.join('+')),
        element('td', { class: 'number', title: exact(route.bytes) }, size(route.bytes)));
      row.addEventListener('pointerenter', () => this.pointing.focusOn(null, [route]));
      row.addEventListener('pointerleave', () => this.pointing.leave());
      return row;
    });
    document.querySelector('#table tbody').replaceChildren(...rows.filter(row => row));
  }
}

new Page();
