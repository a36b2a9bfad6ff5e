/** What is said of a cell, as the tooltip's lines and as one sentence. */
class Words {
  constructor(group) { this.group = group; }

  who(side, index) {
    const part = this.group.part(side, index);
    return part.node ? `${part.id} (${part.node})` : part.id;
  }

  cell(cell, routes) {
    const title = `layer ${this.group.layerName(cell.layer)}, head ${cell.head}`;
    if (cell.side === 'target') return this.received(title, cell, routes);
    return this.sent(title, cell, routes);
  }

  received(title, cell, routes) {
    const lines = [title];
    for (const route of routes) {
      lines.push(`${this.who('source', route.writer)} → ${this.who('target', route.target)}`);
      lines.push(`${route.components.join(' and ')} of this head: ${size(this.group.cellBytes(route))}`);
      lines.push(this.link(route));
    }
    return lines;
  }

  sent(title, cell, routes) {
    const part = this.group.part('source', cell.part);
    const lines = [title, `held by ${this.who('source', cell.part)}${part.replicas > 1 ? `, replica ${part.replica} of ${part.replicas}` : ''}`];
    if (!routes.length) return [...lines, 'not read: others that hold it write'];
    const shown = routes.slice(0, 6).map(route => `→ ${this.who('target', route.target)}: ${size(this.group.cellBytes(route))}`);
    if (routes.length > shown.length) shown.push(`→ ${routes.length - shown.length} more`);
    return [...lines, ...shown];
  }

  link(route) {
    return `whole link: ${size(route.bytes)}, layers ${this.group.layersText(route.layers)}, ${heads(route.headStart, route.headCount)}`;
  }
}
