/**
 * Colours of writers: hue follows the heads, lightness the pipeline stage, so that a stage or a band of heads is seen as
 * one. Data-parallel ranks turn the hue.
 */
class Palette {
  constructor(group, dark) {
    this.dark = dark;
    const parts = group.source.parts;
    const used = group.writers.map(index => parts[index]);
    const stages = [...new Set(used.map(part => part.layers[0]?.[0] ?? 0))].sort((a, b) => a - b);
    const slot = part => part.headStart + part.replica / part.replicas;
    const slots = [...new Set(used.map(slot))].sort((a, b) => a - b);
    const ranks = [...new Set(used.map(part => part.dp))].sort((a, b) => a - b);
    this.colours = new Map();
    group.writers.forEach(index => {
      const part = parts[index];
      const stage = stages.indexOf(part.layers[0]?.[0] ?? 0);
      const single = slots.length === 1;
      const place = single ? stage / stages.length : slots.indexOf(slot(part)) / slots.length;
      const turn = ranks.indexOf(part.dp) / ranks.length * (slots.length > 1 ? 1 / slots.length : 1);
      const depth = single || stages.length === 1 ? .35 : stage / (stages.length - 1);
      const zebra = slots.length > 12 && slots.indexOf(slot(part)) % 2 ? .035 : 0;
      this.colours.set(index, {
        hue: 255 + 330 * (place + turn),
        light: (dark ? .76 - .2 * depth : .81 - .19 * depth) - zebra,
      });
    });
  }

  of(writer, alpha = 1) {
    const colour = this.colours.get(writer);
    return colour ? `oklch(${colour.light} .125 ${colour.hue % 360} / ${alpha})` : this.unused;
  }

  /** Readable on a writer's colour of some strength, 0…1. */
  inkOn(writer, strength) {
    const light = this.colours.get(writer).light;
    const ground = this.dark ? .23 : 1;
    const alpha = .3 + .7 * strength;
    return light * alpha + ground * (1 - alpha) > .6 ? '#10141d' : '#ffffff';
  }

  get unused() { return this.dark ? '#232b3a' : '#e8ecf2'; }
  get ground() { return this.dark ? '#181e2a' : '#ffffff'; }
  get ink() { return this.dark ? '#e7eaf1' : '#1c2230'; }
  get soft() { return this.dark ? '#9aa4b8' : '#5b6477'; }
}
