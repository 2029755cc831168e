// Numbers that stand in several of some ascending lists: what an index does to answer `underSeveral` (spec 1.9). Pure.

/** Counters by number, all zero between calls; one of these serves an index for as long as it lives. */
export class SeveralLists {
  #counts = new Uint16Array(64);

  /**
   * Numbers below `size` that stand in at least `least` of the lists. `unread` more lists may hold anybody: then some may
   * come that only might.
   */
  numbers(lists: (readonly number[] | Uint32Array)[], least: number, size: number, unread = 0): number[] {
    if (lists.length + unread < least) return [];
    if (this.#counts.length < size) this.#counts = new Uint16Array(size * 2);
    const counts = this.#counts;
    lists.sort((a, b) => a.length - b.length);
    // Whoever stands in enough lists stands in one of the shortest; the long ones are only asked.
    const short = Math.min(lists.length, lists.length + unread - least + 1);
    const met: number[] = [];
    for (let i = 0; i < short; i++) {
      const list = lists[i] as readonly number[];
      for (let k = 0; k < list.length; k++) {
        const number = list[k] as number;
        if (counts[number] === 0) met.push(number);
        counts[number] = (counts[number] as number) + 1;
      }
    }
    return met.filter((number) => {
      let possible = (counts[number] as number) + lists.length + unread - short;
      counts[number] = 0;
      for (let i = short; i < lists.length && possible >= least; i++) {
        const list = lists[i] as readonly number[];
        if (list[placeIn(list, number)] !== number) possible -= 1;
      }
      return possible >= least;
    });
  }
}

/** Where a number stands in an ascending list, or would stand. */
export function placeIn(list: readonly number[] | Uint32Array, number: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as number) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
