/** The texts about protecting accounts from thieves. */
export const safetyEn = {
  safety: {
    title: 'One-time codes',
    lead: 'An app on your phone makes a code for each sign-in. A passkey needs none.',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    isOn: 'One-time codes are on.',
    isOff: 'One-time codes are off.',
    scan:
      'Scan the picture with your authenticator app, or type the secret there. ' +
      'Then enter the code that the app shows.',
    picture: 'QR code for the authenticator app',
    openApp: 'Open the app on this device',
    recovery:
      'Keep these codes for the day when your phone is lost. Each works once. They are shown only now.',
    copyCodes: 'Copy the codes',
    saveCodes: 'Save the codes',
    goOn: 'Continue',
    code: 'Code',
    codeLead: 'Type the code of your authenticator app, or one of the codes that you kept.',
    proofTitle: 'Is it you?',
    proofText: 'Show your password or a passkey again, as you did so more than ten minutes ago.',
    proofWithoutPassword: 'Use a passkey, or sign out and in again.',
    needsCodes: 'Everybody here needs one-time codes or a passkey',
    needsCodesText: 'Members without them see nothing of this organisation until they have set them up.',
    export: 'Save as CSV',
  },

  newEmail: {
    title: 'Change the email address',
    lead: 'A link goes to the new address. Until you open it, the old one holds. The old one is told.',
    email: 'New email',
    send: 'Send the link',
    sent: (email: string) =>
      `A mail is on its way to ${email}. Open its link within 24 hours, in a browser where you are ` +
      'signed in.',
    atOperator: 'This service sends no mail. Ask the operator for the link.',
    confirmTitle: 'Confirm your new address',
    confirmText: 'From then on you sign in with it. Other sessions end.',
    confirm: 'Use this address',
    changed: 'The address is changed. Other sessions have ended.',
  },
};
