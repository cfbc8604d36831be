/** The languages in which country names are recognized; these are the same as for place names. */
const LANGUAGES = ['mn', 'en', 'ru'];
/** The country's name in OSM. Unicode's name is shorter. */
const MONGOLIA = { name: 'монгол улс', code: 'MN' };

let codes: ReadonlyMap<string, string> | null = null;

/** Builds the table at startup because building it during a request would take too long. */
export function prepareCountryCodes(): void {
  codes ??= codesByName();
}

/** Returns a country's code (ISO 3166-1 alpha-2) for its name, or `undefined` if the name is unknown. */
export function countryCodeOf(name: string | undefined): string | undefined {
  return name === undefined ? undefined : (codes ??= codesByName()).get(name.toLowerCase());
}

/** Returns a country's name for its code (ISO 3166-1 alpha-2), or `undefined` for any other string. */
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
      // The codes of former countries are mapped to those of their successors.
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
