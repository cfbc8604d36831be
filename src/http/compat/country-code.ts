/** Languages in which country names are understood: those of the places' names. */
const LANGUAGES = ['mn', 'en', 'ru'];
/** The name in OSM. Unicode's is shorter. */
const MONGOLIA = { name: 'монгол улс', code: 'MN' };

let codes: ReadonlyMap<string, string> | null = null;

/** Builds the table at the start, because that takes too long for a request. */
export function prepareCountryCodes(): void {
  codes ??= codesByName();
}

/** The code of a country (ISO 3166-1 alpha-2) by its name; undefined for an unknown name. */
export function countryCodeOf(name: string | undefined): string | undefined {
  return name === undefined ? undefined : (codes ??= codesByName()).get(name.toLowerCase());
}

/** The name of a country by its code (ISO 3166-1 alpha-2); undefined for any other text. */
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
      // Codes of former countries stand for their successors.
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
