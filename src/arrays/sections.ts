/**
 * Sections are a named set of typed arrays. The builders of an index pass nothing else to the dataset room,
 * and get nothing else back. On load, each section is a view on one aligned buffer, which may be shared: read
 * it, never write to it.
 */
export type TypedArray =
  Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** Section names are 1 to 31 characters of `a-z0-9_.`. Their order in a file is alphabetical. */
export type Sections = Readonly<Record<string, TypedArray>>;

interface TypedArrayClass<T extends TypedArray> {
  new (...args: never[]): T;
  readonly name: string;
}

/**
 * The section of that name, checked to be of the expected array type.
 * @throws Error naming the section if it is missing or of another type: the file is of another version
 */
export function section<T extends TypedArray>(sections: Sections, name: string, type: TypedArrayClass<T>): T {
  const found = sections[name];
  if (found === undefined) throw new Error(`section ${name} is missing`);
  if (!(found instanceof type))
    throw new Error(`section ${name} is ${found.constructor.name}, not ${type.name}`);
  return found;
}
