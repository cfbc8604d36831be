import type { Language } from '../api/account-data.js';
import type { Mail } from './mailer.js';

/** The texts of emails, in both languages. A missing text is a compile error. */
/** Changes to an account about which its owner is notified. */
export type NoticeKind =
  | 'browser'
  | 'emailAsked'
  | 'key'
  | 'operator'
  | 'passkey'
  | 'passkeyGone'
  | 'role'
  | 'secondFactorOff'
  | 'secondFactorOn'
  | 'wrongCode';

interface MailTexts {
  notice(values: { kind: NoticeKind; what: string; url: string }): Text;
  invitation(values: { organisation: string | null; by: string; url: string }): Text;
  verify(values: { url: string }): Text;
  known(values: { url: string }): Text;
  reset(values: { url: string }): Text;
  passwordChanged(values: { url: string }): Text;
  email(values: { url: string }): Text;
  emailTaken(values: { url: string }): Text;
  emailChanged(values: { email: string }): Text;
  quota(values: { what: string; percent: number; used: number; quota: number; refuses: boolean }): Text;
}

interface Text {
  subject: string;
  lines: string[];
}

const NUMBERS: Readonly<Record<Language, Intl.NumberFormat>> = {
  mn: new Intl.NumberFormat('mn'),
  en: new Intl.NumberFormat('en'),
};

/** The subject and first line of each notice. These lines quote `what`, but never begin with it. */
const NOTICES: Readonly<Record<Language, Readonly<Record<NoticeKind, (what: string) => [string, string]>>>> =
  {
    en: {
      browser: (what) => ['A new sign-in', `Your account was used to sign in from a new browser: "${what}".`],
      emailAsked: (what) => [
        'A request to change your email address',
        `A person signed in to your account requested to change its address to "${what}".`,
      ],
      passkey: (what) => ['A new passkey', `A passkey was added to your account: "${what}".`],
      passkeyGone: (what) => ['A passkey was removed', `A passkey was removed from your account: "${what}".`],
      key: (what) => ['A new API key', `Your account created an API key: "${what}".`],
      role: (what) => ['Your role was changed', `Your role in an organisation is now "${what}".`],
      operator: (what) => ['Your role was changed', `Your role in this deployment is now "${what}".`],
      secondFactorOn: () => ['One-time codes are on', 'Signing in now requires a one-time code.'],
      secondFactorOff: () => ['One-time codes are off', 'From now on, signing in requires no one-time code.'],
      wrongCode: (what) => [
        'A wrong one-time code',
        `Your correct password was entered with a wrong one-time code: "${what}".`,
      ],
    },
    mn: {
      browser: (what) => ['Шинэ нэвтрэлт', `Таны бүртгэлээр шинэ хөтчөөс нэвтэрлээ: «${what}».`],
      emailAsked: (what) => [
        'Таны имэйл хаягийг солих гэж байна',
        `Таны бүртгэлээр нэвтэрсэн хүн имэйл хаягийг солих хүсэлт илгээлээ. Шинэ хаяг: «${what}».`,
      ],
      passkey: (what) => ['Шинэ passkey', `Таны бүртгэлд passkey нэмэгдлээ: «${what}».`],
      passkeyGone: (what) => ['Passkey хасагдлаа', `Таны бүртгэлээс passkey хасагдлаа: «${what}».`],
      key: (what) => ['Шинэ API түлхүүр', `Таны бүртгэлээр API түлхүүр үүсгэлээ: «${what}».`],
      role: (what) => ['Таны эрх өөрчлөгдлөө', `Байгууллага дахь таны эрх одоо: «${what}».`],
      operator: (what) => ['Таны эрх өөрчлөгдлөө', `Энэ систем дэх таны эрх одоо: «${what}».`],
      secondFactorOn: () => ['Нэг удаагийн код идэвхжлээ', 'Одооноос нэвтрэхэд нэг удаагийн код шаардана.'],
      secondFactorOff: () => ['Нэг удаагийн кодыг унтраалаа', 'Одоо нэвтрэхэд нэг удаагийн код шаардахгүй.'],
      wrongCode: (what) => [
        'Буруу нэг удаагийн код',
        `Хэн нэгэн таны нууц үгийг зөв, нэг удаагийн кодыг буруу оруулжээ: «${what}».`,
      ],
    },
  };

const ENGLISH: MailTexts = {
  notice: ({ kind, what, url }) => {
    const [subject, first] = NOTICES.en[kind](what);
    return {
      subject,
      lines: [first, 'If this was not you, end all sessions and change your password here:', url],
    };
  },
  invitation: ({ organisation, by, url }) => ({
    subject: 'You are invited to gazarch',
    lines: [
      organisation === null
        ? `"${by}" has invited you to the developer console of gazarch.`
        : `"${by}" has invited you to join "${organisation}" in the developer console of gazarch.`,
      'Open this link within 7 days:',
      url,
      'If you do not know this person, ignore this email.',
    ],
  }),
  verify: ({ url }) => ({
    subject: 'Confirm your email address',
    lines: [
      'Open this link within 24 hours to confirm your address:',
      url,
      'If you did not sign up, ignore this email.',
    ],
  }),
  known: ({ url }) => ({
    subject: 'You already have an account',
    lines: [
      'Someone, perhaps you, tried to sign up with this address, which already has an account.',
      'Sign in here, or choose a new password:',
      url,
    ],
  }),
  reset: ({ url }) => ({
    subject: 'Choose a new password',
    lines: [
      'Open this link within an hour to choose a new password:',
      url,
      'If you did not request this, ignore this email: your password stays the same.',
    ],
  }),
  passwordChanged: ({ url }) => ({
    subject: 'Your password was changed',
    lines: [
      'The password of your account was changed. If this was not you, choose another password here:',
      url,
    ],
  }),
  email: ({ url }) => ({
    subject: 'Confirm your new email address',
    lines: [
      'Sign in to your account. Then open this link within 24 hours to use this email address for your ' +
        'account:',
      url,
      'If you did not request this, ignore this email.',
    ],
  }),
  emailTaken: ({ url }) => ({
    subject: 'You already have an account',
    lines: [
      'Someone, perhaps you, tried to use this address for another account.',
      'This address already has an account, which is unchanged. Sign in here:',
      url,
    ],
  }),
  emailChanged: ({ email }) => ({
    subject: 'Your email address was changed',
    lines: [
      `Your account now has another address: "${email}". You can no longer sign in with this address.`,
      'If this was not you, contact the operator of this service immediately.',
    ],
  }),
  quota: ({ what, percent, used, quota, refuses }) => ({
    subject: `Monthly quota: ${percent} % used by "${what}"`,
    lines: [
      `Used this month by "${what}": ` +
        `${NUMBERS.en.format(used)} of ${NUMBERS.en.format(quota)} requests.`,
      refuses
        ? 'Requests beyond the quota are refused until the month ends.'
        : 'Requests beyond the quota are still answered.',
    ],
  }),
};

const MONGOLIAN: MailTexts = {
  notice: ({ kind, what, url }) => {
    const [subject, first] = NOTICES.mn[kind](what);
    return {
      subject,
      lines: [first, 'Хэрэв та биш бол бүх нэвтрэлтийг дуусгаж, нууц үгээ эндээс солино уу:', url],
    };
  },
  invitation: ({ organisation, by, url }) => ({
    subject: 'Таныг gazarch-д урьж байна',
    lines: [
      organisation === null
        ? `Таныг gazarch-ийн хөгжүүлэгчийн буланд «${by}» урьж байна.`
        : `Таныг gazarch-ийн хөгжүүлэгчийн булан дахь «${organisation}» байгууллагад «${by}» урьж байна.`,
      'Энэ холбоосыг 7 хоногийн дотор нээнэ үү:',
      url,
      'Хэрэв та энэ хүнийг танихгүй бол юу ч хийх шаардлагагүй.',
    ],
  }),
  verify: ({ url }) => ({
    subject: 'Имэйл хаягаа баталгаажуулна уу',
    lines: [
      'Хаягаа баталгаажуулахын тулд энэ холбоосыг 24 цагийн дотор нээнэ үү:',
      url,
      'Хэрэв та бүртгүүлээгүй бол юу ч хийх шаардлагагүй.',
    ],
  }),
  known: ({ url }) => ({
    subject: 'Та аль хэдийн бүртгэлтэй байна',
    lines: [
      'Хэн нэгэн, магадгүй та өөрөө, энэ хаягаар бүртгүүлэхийг оролдлоо.',
      'Энэ хаяг аль хэдийн бүртгэлтэй.',
      'Эндээс нэвтрэх эсвэл нууц үгээ шинэчилнэ үү:',
      url,
    ],
  }),
  reset: ({ url }) => ({
    subject: 'Шинэ нууц үг сонгоно уу',
    lines: [
      'Шинэ нууц үг сонгохын тулд энэ холбоосыг нэг цагийн дотор нээнэ үү:',
      url,
      'Хэрэв та хүсээгүй бол юу ч хийх шаардлагагүй: нууц үг хэвээрээ байна.',
    ],
  }),
  passwordChanged: ({ url }) => ({
    subject: 'Таны нууц үг өөрчлөгдлөө',
    lines: ['Таны бүртгэлийн нууц үг өөрчлөгдлөө. Хэрэв та биш бол эндээс шинэ нууц үг сонгоно уу:', url],
  }),
  email: ({ url }) => ({
    subject: 'Шинэ имэйл хаягаа баталгаажуулна уу',
    lines: [
      'Энэ хаягийг бүртгэлдээ ашиглахын тулд нэвтэрсэн хөтчөөрөө холбоосыг 24 цагийн дотор нээнэ үү:',
      url,
      'Хэрэв та хүсээгүй бол юу ч хийх шаардлагагүй.',
    ],
  }),
  emailTaken: ({ url }) => ({
    subject: 'Та аль хэдийн бүртгэлтэй байна',
    lines: [
      'Хэн нэгэн, магадгүй та өөрөө, энэ хаягийг өөр бүртгэлд ашиглахыг оролдлоо.',
      'Энэ хаяг аль хэдийн бүртгэлтэй бөгөөд тэр бүртгэл хэвээр үлдэнэ. Эндээс нэвтэрнэ үү:',
      url,
    ],
  }),
  emailChanged: ({ email }) => ({
    subject: 'Таны имэйл хаяг солигдлоо',
    lines: [
      `Таны бүртгэл одоо өөр хаягтай боллоо: «${email}». Хуучин хаягаар цаашид нэвтрэх боломжгүй.`,
      'Хэрэв та биш бол энэ үйлчилгээний системийн админд нэн даруй хандана уу.',
    ],
  }),
  quota: ({ what, percent, used, quota, refuses }) => ({
    subject: `Сарын хязгаарын ${percent} %: «${what}»`,
    lines: [
      `Энэ сарын ${NUMBERS.mn.format(quota)} хүсэлтээс ` +
        `${NUMBERS.mn.format(used)} хүсэлт ашиглалаа: «${what}».`,
      refuses
        ? 'Хязгаараас хэтэрсэн хүсэлтэд сар дуустал татгалзана.'
        : 'Хязгаараас хэтэрсэн хүсэлтэд ч хариулсаар байна.',
    ],
  }),
};

const TEXTS: Readonly<Record<Language, MailTexts>> = { mn: MONGOLIAN, en: ENGLISH };

/** Returns an email in the recipient's language. */
export function mailOf<K extends keyof MailTexts>(
  kind: K,
  to: { email: string; language: Language },
  values: Parameters<MailTexts[K]>[0],
): Mail {
  const write = TEXTS[to.language][kind] as (values: Parameters<MailTexts[K]>[0]) => Text;
  const { subject, lines } = write(values);
  return { to: to.email, subject, text: `${lines.join('\n\n')}\n\ngazarch\n` };
}
