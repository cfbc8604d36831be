import { ask } from '../api/ask.js';
import { chooseLanguage, language, LANGUAGE_NAMES, LANGUAGES, type Language } from '../../shared/language.js';
import { account, takeAccount } from '../state/session.js';
import { chooseTheme, theme, THEMES } from '../state/theme.js';
import { t } from '../text/texts.js';
import { Choices } from '../../shared/choices.js';

/** The account also stores the language, for the mails it receives. */
function choose(wanted: Language): void {
  chooseLanguage(wanted);
  if (account.peek() === null) return;
  ask('PATCH /api/account', { body: { language: wanted } }).then(takeAccount, () => undefined);
}

export function LanguageChoice() {
  return (
    <Choices
      legend={t().nav.language}
      value={language.value}
      choices={LANGUAGES.map((value) => ({ value, text: LANGUAGE_NAMES[value] }))}
      onChoose={choose}
    />
  );
}

export function ThemeChoice() {
  const texts = t().nav;
  return (
    <Choices
      legend={texts.theme}
      value={theme.value}
      choices={THEMES.map((value) => ({ value, text: texts.themes[value] }))}
      onChoose={chooseTheme}
    />
  );
}
