import { brand } from '../../../content/brand.ts';
import { paymentEmails } from './payments/en.ts';
import type { EmailWords } from './words.ts';

/** The emails in English. */
export const en: EmailWords = {
  greeting: 'Hello,',
  greetingByName: (name) => `Hello ${name},`,
  linkBelow: 'If the button doesn’t work, open this address in your browser:',
  closing: `Be well,\n${brand.name}`,
  companyNumber: (number) => `Company number ${number}`,
  unsubscribe: 'Unsubscribe from emails like this one',
  plans: { basic: 'Basic plan', three_months: '3-month plan', lifetime: 'Lifetime plan' },
  payments: paymentEmails,
  templates: {
    verify_email: ({ linkHours }) => ({
      subject: 'Verify your email address',
      preheader: 'One tap, and we’ll know we can reach you here.',
      title: 'Is this your address?',
      text: [
        'Thank you for joining us. Please verify that this address is yours, so we can help you if you ever forget your password.',
      ],
      button: 'Verify my address',
      notes: [
        `The link works for ${countHours(linkHours.verify_email)}. After that, you can ask for a new one on any page of your account.`,
        'If you didn’t open an account with us, just ignore this email. The address stays unverified.',
      ],
      reason: `You’re receiving this email because someone opened a ${brand.name} account with this address.`,
    }),
    reset_password: ({ linkHours }) => ({
      subject: 'Choose a new password',
      preheader: `Your link works for ${countHours(linkHours.reset_password)}.`,
      title: 'A new password, then rest',
      text: ['You asked for a new password. It happens to all of us. Choose one here, then sign in with it.'],
      button: 'Choose a new password',
      notes: [
        `The link works once, within ${countHours(linkHours.reset_password)}. Setting a new password signs you out on all your devices.`,
        'If you didn’t ask for it, just ignore this email. Your password stays as it is.',
      ],
      reason: `You’re receiving this email because someone asked for a new password for the ${brand.name} account of this address.`,
    }),
    address_taken: () => ({
      subject: 'You already have an account',
      preheader: 'Sign in with this address. You don’t need a second account.',
      title: 'You’re already with us',
      text: [
        'Someone, most likely you, just tried to use this address for another account. It already has one, and everything in it is just as you left it.',
      ],
      button: 'Sign in',
      notes: [
        'If you’ve forgotten your password, you can choose a new one there.',
        'If it wasn’t you, you don’t have to do anything. Nobody got into your account.',
      ],
      reason: `You’re receiving this email because someone tried to use this address for another ${brand.name} account.`,
    }),
    confirm_email: ({ linkHours }) => ({
      subject: 'Confirm your new email address',
      preheader: 'One tap, and your account moves to this address.',
      title: 'Is this your new address?',
      text: [
        'You asked to use this address for your account. Please confirm that it is yours. From then on you sign in with it, and our emails come here.',
      ],
      button: 'Use this address',
      notes: [
        `The link works for ${countHours(linkHours.confirm_email)}, in a browser where you’re signed in. In any other, we ask you to sign in with your old address first. Then you’re signed out on all other devices.`,
        'If you didn’t ask for this, just ignore this email. Nothing will change.',
      ],
      reason: `You’re receiving this email because someone asked to use this address for their ${brand.name} account.`,
    }),
    email_changed: ({ contact, undoDay }) => ({
      subject: 'Your email address was changed',
      preheader: 'If it was you, you don’t have to do anything.',
      title: 'Your account has a new address',
      text: [
        'Your account now has another email address. You sign in with that one, and our emails go there. If it was you, all is well and you can delete this email.',
        undoDay ? takeBack(undoDay) : `If it wasn’t you, write to ${contact} soon. A person will answer.`,
      ],
      ...(undoDay && { button: 'It wasn’t me' }),
      notes: undoDay
        ? [
            `If the link doesn’t work, write to ${contact}. A person will answer. Until that day, we also write to this address when something else about the safety of your account changes.`,
          ]
        : [],
      reason: `You’re receiving this email because it is about the safety of your ${brand.name} account.`,
    }),
    email_change_undone: ({ contact, undoDay, isOwn }) => ({
      subject: isOwn ? 'Your email address is back' : 'A change of your email address was undone',
      preheader: 'If it was you, you don’t have to do anything.',
      title: isOwn ? 'Your account is back at this address' : 'Your account is back at an earlier address',
      text: [
        isOwn
          ? 'A change of email was undone with a link from one of our emails: your account has this address again and a new password, and everyone was signed out. If it was you, all is well and you can delete this email.'
          : 'The account that had this address has an earlier address again: the change was undone with a link that we had sent there. It also has a new password, and everyone was signed out. If it was you, all is well and you can delete this email.',
        isOwn
          ? 'If it wasn’t you, choose another password now. That signs everyone else out.'
          : undoDay
            ? takeBack(undoDay)
            : `If the account is yours and it wasn’t you, write to ${contact} soon. A person will answer, and can bring this address back.`,
      ],
      ...((isOwn || undoDay) && { button: 'It wasn’t me' }),
      notes: isOwn || undoDay ? [`If you can’t get into your account, write to ${contact}. A person will answer.`] : [],
      reason: `You’re receiving this email because it is about the safety of your ${brand.name} account.`,
    }),
    password_changed: ({ contact, undoDay }) => ({
      subject: undoDay ? 'The account that had this address has a new password' : 'Your password was changed',
      preheader: 'If it was you, you don’t have to do anything.',
      title: 'You have a new password',
      text: [
        undoDay
          ? 'The password for the account that had this address until lately was just changed, and other devices were signed out. If it was you, all is well and you can delete this email.'
          : 'The password for your account was just changed, and every other device was signed out. If it was you, all is well and you can delete this email.',
        undoDay ? takeBack(undoDay) : 'If it wasn’t you, choose another password now. That signs everyone else out.',
      ],
      button: 'It wasn’t me',
      notes: [`If you can’t get into your account, write to ${contact}. A person will answer.`],
      reason: `You’re receiving this email because it is about the safety of your ${brand.name} account.`,
    }),
    welcome: () => ({
      subject: `Welcome to ${brand.name}`,
      preheader: 'Three small things that help you get more from a session.',
      title: 'It’s good that you’re here',
      text: [
        'Your account is ready. Before your first session, three small things that help:',
        'Find about 20 minutes when nobody needs you. Sit or lie down somewhere warm. Headphones are nice, but leave them out if you want to fall asleep.',
        'There’s nothing to get right. If your mind wanders or you fall asleep, that’s fine too.',
      ],
      button: 'Go to my sessions',
      notes: ['Please never listen while driving or doing anything else that needs your attention.'],
      reason: `You’re receiving this email because you opened a ${brand.name} account.`,
    }),
    account_removed: ({ contact }) => ({
      subject: 'Your account was removed',
      preheader: 'Your personal data has been erased.',
      title: 'Goodbye, and take care',
      text: [
        'Your account was removed, as you asked. Your name, your address and your answers are erased, and this is the last email we send you.',
        'If you ever want to come back, you’re welcome. You’d start with a new account.',
      ],
      notes: [`If you didn’t remove it yourself, write to ${contact} soon. A person will answer.`],
      reason: `You’re receiving this email because the ${brand.name} account of this address was removed.`,
    }),
  },
};

const takeBack = (day: string) =>
  `If it wasn’t you, take your account back: until ${day} you can choose a new password here. That puts this address back and signs everyone else out.`;

function countHours(hours: number): string {
  if (hours === 1) return 'one hour';
  return hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours} hours`;
}
