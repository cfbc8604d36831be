const ZERO = 0x30;

/** Writes bytes so that they begin at `at`. For few: many are copied faster by `set`. @returns where they end */
export function writeBytes(text: Uint8Array, bytes: Uint8Array, at: number): number {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text[i];
  return at + text.length;
}

/** Writes bytes so that they end at `end`. @returns where they begin */
export function writeBytesBefore(text: Uint8Array, bytes: Uint8Array, end: number): number {
  const at = end - text.length;
  for (let i = 0; i < text.length; i++) bytes[at + i] = text[i];
  return at;
}

/** @param value a whole number below 2 ** 31 @returns where it ends */
export function writeNumber(value: number, bytes: Uint8Array, at: number): number {
  let end = at + 1;
  for (let rest = (value / 10) | 0; rest > 0; rest = (rest / 10) | 0) end++;
  writeNumberBefore(value, bytes, end);
  return end;
}

/** @param value a whole number below 2 ** 31 @returns where it begins */
export function writeNumberBefore(value: number, bytes: Uint8Array, end: number): number {
  let at = end;
  let rest = value | 0;
  do {
    const tenth = (rest / 10) | 0;
    bytes[--at] = ZERO + rest - tenth * 10;
    rest = tenth;
  } while (rest > 0);
  return at;
}
