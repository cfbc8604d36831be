/** Languages in which the names of countries are understood: those that places have names in. */
const LANGUAGES = ['mn', 'en', 'ru'];
/** As OSM has it. Unicode's name is shorter. */
const MONGOLIA = { name: 'монгол улс', code: 'MN' };

let codes: ReadonlyMap<string, string> | null = null;

/** Makes the table, which takes longer than a request should: to be called at a start. */
export function prepareCountryCodes(): void {
  codes ??= codesByName();
}

/** The code of a country (ISO 3166-1 alpha-2) by its name; undefined when that is not known. */
export function countryCodeOf(name: string | undefined): string | undefined {
  return name === undefined ? undefined : (codes ??= codesByName()).get(name.toLowerCase());
}

/** The name of the country of a code (ISO 3166-1 alpha-2); undefined for what is no code. */
export function countryNameOf(code: string): string | undefined {
  if (!/^[a-z]{2}$/i.test(code)) return undefined;
  const wanted = code.toUpperCase();
  return [...(codes ??= codesByName())].find(([, own]) => own === wanted)?.[0];
}

function codesByName(): Map<string, string> {
  const found = new Map([[MONGOLIA.name, MONGOLIA.code]]);
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
      const name = names.of(code)?.toLowerCase();
      // Codes of countries that are no more mean those that came after.
      if (
        name !== undefined &&
        !found.has(name) &&
        Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`
      )
        found.set(name, code);
    }
  }
  return found;
}
