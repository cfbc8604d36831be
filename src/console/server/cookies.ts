/** Cookies that the console sets itself. The library sets those of sessions, with the same attributes. */
export class Cookies {
  readonly #isSecure: boolean;

  constructor(consoleUrl: string) {
    this.#isSecure = consoleUrl.startsWith('https://');
  }

  /** Over TLS with a prefix, so that no other host of the domain can set it. */
  name(name: string): string {
    return `${this.#isSecure ? '__Host-' : ''}gazarch.${name}`;
  }

  text(name: string, value: string, lifetime_s: number): string {
    const secure = this.#isSecure ? '; Secure' : '';
    return `${this.name(name)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifetime_s}${secure}`;
  }
}
