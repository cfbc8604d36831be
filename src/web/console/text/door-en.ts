/** The texts on the pages that are shown before the user signs in. */
export const doorEn = {
  door: {
    signIn: 'Sign in',
    signInLead: 'Keys and usage for the location service.',
    email: 'Email',
    password: 'Password',
    newPassword: 'New password',
    name: 'Your name',
    passwordHint: (n: number) => `At least ${n} characters. A few words make a good password.`,
    showPassword: 'Show password',
    forgot: 'Forgot your password?',
    withPasskey: 'Sign in with a passkey',
    withProvider: (name: string) => `Continue with ${name}`,
    or: 'or',
    noAccount: 'No account yet?',
    signUp: 'Sign up',
    signUpLead: 'We will send you a link to confirm your address. Your first key is a minute away.',
    signUpWithoutMail:
      'This service sends no mail. After signing up, ask the operator for the link to confirm your address.',
    haveAccount: 'Have an account?',
    byInvitation: 'You need an invitation to sign up here. Ask the operator for an invitation.',
    checkMail: 'Check your mail',
    checkMailText: (email: string) =>
      `We sent a link to ${email}. Open the link to confirm the address. The email may take a minute to ` +
      'arrive.',
    askOperator: 'Ask the operator for your link',
    askOperatorText: 'This service sends no mail. The operator has your link and can pass it on.',
    sendAgain: 'Send it again',
    sentAgain: 'Sent. Check your spam folder as well.',
    verifying: 'Confirming your address',
    verifyFailed: 'The address could not be confirmed',
    verifyButton: 'Confirm my address',
    verifyTitle: 'Confirm your address',
    verifyText: 'One click and you are in.',
    forgotTitle: 'Choose a new password',
    forgotLead: 'We will send a link to your address.',
    sendLink: 'Send the link',
    linkSent: 'If this address has an account, a link is on its way.',
    linkAtOperator:
      'This service sends no mail. If the address has an account, the operator now has the link.',
    resetTitle: 'New password',
    resetLead: 'This signs you out everywhere. Then sign in with the new password.',
    resetDone: 'Your password has been changed. Sign in with it.',
    setPassword: 'Set the password',
    backToSignIn: 'Back to sign-in',
    passkeyFailed: 'No passkey was used. Try again, or sign in with your password.',
    needsLink: 'The link is incomplete. Open the link again from the message that contained it.',
    providerFailures: {
      provider_failed: 'Signing in there failed. Try again, or sign in another way.',
      provider_unavailable: 'The provider is not responding. Try again later, or sign in another way.',
      access_denied: 'Signing in with the provider was canceled.',
      account_not_linked: 'This address already has an account. Sign in with your password or passkey.',
    } as Record<string, string>,
    choosePassword: 'Choose a password',
    choosePasswordText:
      'Your address is confirmed. You opened the link in another browser, so choose your password here.',
  },

  setup: {
    title: 'Set up the console',
    lead: 'You will be the first administrator. Everyone else joins by invitation.',
    organisation: 'Your organisation',
    organisationHint: 'A company, a team, or your name. You can change it later.',
    submit: 'Set up',
    waiting: 'This console is new',
    waitingText:
      'The first administrator signs up with a link. The service printed the link at startup, or wrote it ' +
      'to a file that only its owner can read. Open that link in this browser.',
  },

  invitation: {
    title: 'You are invited',
    into: (organisation: string, role: string) => `You are invited to ${organisation} as ${role}.`,
    toService: 'You are invited to use this location service.',
    accept: 'Accept the invitation',
    signInFirst: (email: string) => `${email} has an account. Sign in to accept.`,
    otherAccount: (email: string) =>
      `The invitation is for ${email}, but you are signed in with another address.`,
    makeAccount: 'Create your account',
    expires: (time: string) => `The invitation expires ${time}.`,
  },
};
