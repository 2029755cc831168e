// A number with its noun, as all rooms write it. Pure.

/** `1 finding`, `3 findings`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
