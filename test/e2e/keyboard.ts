import type { Page } from 'playwright-core';

/** More stops than any page has. */
const STOPS = 150;

/** Name of what has the focus, as a screen reader would say it: roughly, and enough for the pages tested. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return '';
  const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.innerText ?? element.innerText;
  return (label ?? '').replace(/\\s+/g, ' ').trim();
})()`;

/** Fields do nothing at Enter, and may be called as a link is. */
const IS_FIELD = '/^(?:SELECT|INPUT|TEXTAREA)$/.test(document.activeElement?.tagName)';

/** Somebody who has no mouse: finds things with the tab key, as they come. */
export class Keyboard {
  constructor(readonly page: Page) {}

  /** Moves the focus to what has this name, or one that begins with it. */
  async tabTo(name: string): Promise<void> {
    await this.#tabUntil((focused) => focused === name || focused.startsWith(`${name} `), name);
  }

  async fill(label: string, text: string): Promise<void> {
    await this.tabTo(label);
    await this.page.keyboard.type(text);
  }

  /** Presses a button, or follows a link. It has to have exactly this name. */
  async press(name: string): Promise<void> {
    await this.page.getByText(name, { exact: true }).first().waitFor({ state: 'attached' });
    do await this.#tabUntil((focused) => focused === name, name);
    while (await this.page.evaluate(IS_FIELD));
    await this.page.keyboard.press('Enter');
  }

  /** Opens the menu whose name begins so. */
  async openMenu(name: string): Promise<void> {
    await this.#tabUntil((focused) => focused.startsWith(`${name}:`), name);
    await this.page.keyboard.press('Enter');
  }

  /** Of several circles the one with this name: the tab key goes to one of them, arrows to the others. */
  async choose(name: string): Promise<void> {
    for (let stop = 0; stop < STOPS; stop++) {
      if ((await this.#focused()) === name) return this.page.keyboard.press('Space');
      const isCircle = await this.page.evaluate('document.activeElement?.type === "radio"');
      await this.page.keyboard.press(isCircle ? 'ArrowDown' : 'Tab');
    }
    throw new Error(`no circle "${name}" can be reached by keyboard`);
  }

  async #focused(): Promise<string> {
    return this.page.evaluate(FOCUSED);
  }

  async #tabUntil(isIt: (focused: string) => boolean, name: string): Promise<void> {
    const seen: string[] = [];
    for (let stop = 0; stop < STOPS; stop++) {
      await this.page.keyboard.press('Tab');
      const focused = await this.#focused();
      if (isIt(focused)) return;
      seen.push(focused);
    }
    throw new Error(`"${name}" cannot be reached by keyboard; met: ${[...new Set(seen)].join(' | ')}`);
  }
}
