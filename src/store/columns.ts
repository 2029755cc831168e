// Growing columns of numbers: what a million events cost is decided here. No meaning.

type Numbers = Int32Array | Float64Array | Uint8Array;

/** What happens seldom is written once; push, get and set stand in each class, so that V8 compiles them for one type. */
abstract class Column<A extends Numbers> {
  protected abstract data: A;
  length = 0;

  /** The values, copied. */
  values(): A {
    return this.data.slice(0, this.length) as A;
  }

  append(values: A): void {
    while (this.length + values.length > this.data.length) this.grow();
    this.data.set(values, this.length);
    this.length += values.length;
  }

  protected grow(): void {
    const grown = new (this.data.constructor as new (size: number) => A)(this.data.length * 2);
    grown.set(this.data);
    this.data = grown;
  }
}

/** A growing list of 32-bit integers. */
export class Ints extends Column<Int32Array> {
  protected data: Int32Array;

  constructor(capacity = 1024) {
    super();
    this.data = new Int32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.data.length) this.grow();
    this.data[this.length++] = value;
  }

  get(i: number): number {
    return this.data[i] as number;
  }

  set(i: number, value: number): void {
    this.data[i] = value;
  }
}

/** A growing list of floats, exact for integers up to 2^53: offsets and clocks. */
export class Floats extends Column<Float64Array> {
  protected data: Float64Array;

  constructor(capacity = 1024) {
    super();
    this.data = new Float64Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.data.length) this.grow();
    this.data[this.length++] = value;
  }

  get(i: number): number {
    return this.data[i] as number;
  }
}

/** A growing list of small codes. */
export class Bytes extends Column<Uint8Array> {
  protected data: Uint8Array;

  constructor(capacity = 1024) {
    super();
    this.data = new Uint8Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.data.length) this.grow();
    this.data[this.length++] = value;
  }

  get(i: number): number {
    return this.data[i] as number;
  }

  set(i: number, value: number): void {
    this.data[i] = value;
  }
}
