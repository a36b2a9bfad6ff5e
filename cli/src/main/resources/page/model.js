const plan = JSON.parse(document.getElementById('plan').textContent);
const byId = id => document.getElementById(id);

/** Numbers of bytes as people read them. */
function size(bytes) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
  let value = Number(bytes);
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) { value /= 1024; unit++; }
  return `${unit ? value.toFixed(1) : value} ${units[unit]}`;
}

const exact = bytes => `${BigInt(bytes).toLocaleString('en')} bytes`;
const plural = (n, word) => `${n.toLocaleString('en')} ${word}${n === 1 ? '' : 's'}`;
const inRanges = (ranges, index) => ranges.some(([from, to]) => from <= index && index < to);
const heads = (start, count) => count === 1 ? `head ${start}` : `heads ${start}–${start + count - 1}`;

/** An element with text or children. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** One cache group: what the data say, and what is looked up often. */
class Group {
  constructor(data) {
    Object.assign(this, data);
    this.routesOf = { source: new Map(), target: new Map() };
    this.sent = new Map();
    for (const route of this.routes) {
      route.size = Number(route.bytes);
      this.push(this.routesOf.source, route.writer, route);
      this.push(this.routesOf.target, route.target, route);
      this.sent.set(route.writer, (this.sent.get(route.writer) ?? 0) + route.size);
    }
    this.writers = [...this.sent.keys()].sort((a, b) => a - b);
  }

  push(map, key, value) {
    if (!map.has(key)) map.set(key, []);
    map.get(key).push(value);
  }

  part(side, index) { return this[side].parts[index]; }

  layerName(index) {
    let left = index;
    for (const [first, count] of this.layers) {
      if (left < count) return first + left;
      left -= count;
    }
    return undefined;
  }

  layersText(ranges) {
    const texts = ranges.map(([from, to]) =>
      to - from === 1 ? `${this.layerName(from)}` : `${this.layerName(from)}–${this.layerName(to - 1)}`);
    return texts.length > 8 ? `${texts.slice(0, 7).join(', ')}, … ${texts.at(-1)}` : texts.join(', ');
  }

  /** Bytes of one head of one layer, all components that a route sends. */
  cellBytes(route) {
    return route.components.reduce((sum, name) => sum + this.rowBytes[name], 0) * this.tokens;
  }

  /** The routes that carry a cell of a part. */
  carrying(side, part, layer, head) {
    return (this.routesOf[side].get(part) ?? []).filter(route =>
      route.headStart <= head && head < route.headStart + route.headCount && inRanges(route.layers, layer));
  }
}

const groups = plan.groups.map(data => new Group(data));
