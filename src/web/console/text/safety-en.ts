/** The texts about protecting accounts from theft. */
export const safetyEn = {
  safety: {
    title: 'One-time codes',
    lead: 'An app on your phone shows a code for each sign-in. With a passkey, you need no code.',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    isOn: 'One-time codes are on.',
    isOff: 'One-time codes are off.',
    scan:
      'Scan the QR code with your authenticator app, or type the secret in the app. Then enter the code ' +
      'that the app shows.',
    picture: 'QR code for the authenticator app',
    openApp: 'Open the app on this device',
    recovery: 'Keep these codes in case you lose your phone. Each works once. The codes are shown only now.',
    copyCodes: 'Copy the codes',
    saveCodes: 'Save the codes',
    goOn: 'Continue',
    code: 'Code',
    codeLead: 'Enter the code from your authenticator app, or one of your recovery codes.',
    proofTitle: 'Is it you?',
    proofText: 'You last did this more than ten minutes ago. Enter your password or use a passkey again.',
    proofWithoutPassword: 'Use a passkey, or sign out and sign in again.',
    needsCodes: 'Require one-time codes or a passkey',
    needsCodesText:
      'Members cannot see this organisation until they have set up one-time codes or a passkey.',
    export: 'Save as CSV',
  },

  newEmail: {
    title: 'Change the email address',
    lead:
      'We send a link to the new address and a notice to the old one. Until you open the link, the old ' +
      'address stays in use.',
    email: 'New email',
    send: 'Send the link',
    sent: (email: string) =>
      `An email is on its way to ${email}. Open the link within 24 hours, in a browser where you are ` +
      'signed in.',
    atOperator: 'This service sends no mail. Ask the operator for the link.',
    confirmTitle: 'Confirm your new address',
    confirmText: 'From then on, you sign in with the new address. Other sessions end.',
    confirm: 'Use this address',
    changed: 'Your address has been changed. Other sessions have ended.',
  },
};
