/**
 * Sections are a named set of typed arrays. Sections are the only data that index builders and the dataset
 * code exchange. After loading, each section is a view of one aligned buffer, which may be shared, so never
 * write to it.
 */
export type TypedArray =
  Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** Section names have 1 to 31 characters of `a-z0-9_.`. A file stores the sections in alphabetical order. */
export type Sections = Readonly<Record<string, TypedArray>>;

interface TypedArrayClass<T extends TypedArray> {
  new (...args: never[]): T;
  readonly name: string;
}

/**
 * Returns the section with the given name, after checking its array type.
 * @throws Error that names the section if it is missing or has the wrong type, for example in a file from
 * another version
 */
export function section<T extends TypedArray>(sections: Sections, name: string, type: TypedArrayClass<T>): T {
  const found = sections[name];
  if (found === undefined) throw new Error(`section ${name} is missing`);
  if (!(found instanceof type))
    throw new Error(`section ${name} is ${found.constructor.name}, not ${type.name}`);
  return found;
}
