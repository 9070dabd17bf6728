import { languageTag } from '../../../engine/model.ts';
import type { FieldErrorCode, ApiProblemCode } from '../../../schemas/api/problem.ts';
import type { Language } from '../../../schemas/api/values.ts';

type Words = Readonly<Record<Language, string>>;

/** The words of each problem: `title` for programmers, the rest for people. */
export const problemWords: Readonly<Record<ApiProblemCode, Words & { readonly title: string }>> = {
  bad_request: {
    title: 'Bad request',
    en: 'We couldn’t understand this request.',
    es: 'No hemos podido entender la solicitud.',
  },
  invalid_fields: {
    title: 'Invalid fields',
    en: 'Please check the fields you filled in.',
    es: 'Revisa los datos que has introducido.',
  },
  not_signed_in: {
    title: 'Not signed in',
    en: 'Please sign in first.',
    es: 'Primero entra en tu cuenta.',
  },
  // Clients compare this sentence, so it is the same in every language (specification, section 8).
  tokens_outdated: {
    title: 'Tokens outdated',
    en: 'Refresh your tokens and try again.',
    es: 'Refresh your tokens and try again.',
  },
  other_account: {
    title: 'Other account',
    en: 'This link is for another account. Sign in to that one, then open the link again.',
    es: 'Este enlace es de otra cuenta. Entra en ella y vuelve a abrirlo.',
  },
  wrong_credentials: {
    title: 'Wrong credentials',
    en: 'The email and password don’t match. Please check both.',
    es: 'El correo y la contraseña no coinciden. Revisa los dos.',
  },
  session_ended: {
    title: 'Session ended',
    en: 'Your session has ended. Please sign in again.',
    es: 'Tu sesión ha terminado. Vuelve a entrar.',
  },
  not_found: {
    title: 'Not found',
    en: 'There’s nothing at this address.',
    es: 'No hay nada en esta dirección.',
  },
  method_not_allowed: {
    title: 'Method not allowed',
    en: 'This address doesn’t accept that kind of request.',
    es: 'Esta dirección no acepta ese tipo de solicitud.',
  },
  email_taken: {
    title: 'Email taken',
    en: 'There’s already an account with this email.',
    es: 'Ya existe una cuenta con este correo electrónico.',
  },
  link_invalid: {
    title: 'Invalid link',
    en: 'This link doesn’t work. Please ask for a new one.',
    es: 'Este enlace no funciona. Pide uno nuevo.',
  },
  link_expired: {
    title: 'Expired link',
    en: 'This link has expired. Please ask for a new one.',
    es: 'Este enlace ha caducado. Pide uno nuevo.',
  },
  link_over: {
    title: 'Change of email over',
    en: 'This link no longer changes your email. It has expired, there is a newer one, or the address is taken.',
    es: 'Este enlace ya no cambia tu correo. Ha caducado, hay otro más reciente o la dirección ya tiene cuenta.',
  },
  no_access: {
    title: 'No access',
    // Also for those who have never paid, and for those whose bank asks for a payment back.
    en: 'Your sessions aren’t open right now. The payment page shows what you can do.',
    es: 'Ahora mismo tus sesiones no están abiertas. En la página de pago verás qué puedes hacer.',
  },
  analysts_only: {
    title: 'Analysts only',
    en: 'Reports are only for the team. Ask a colleague to add you.',
    es: 'Los informes son solo para el equipo. Pídele a alguien que te añada.',
  },
  already_subscribed: {
    title: 'Already subscribed',
    en: 'You already have a plan. There’s nothing more to pay.',
    es: 'Ya tienes un plan. No hay nada más que pagar.',
  },
  price_changed: {
    title: 'Price changed',
    en: 'The plan or its price has changed since you opened this page. Nothing was charged. Please look at it again.',
    es: 'El plan o su precio ha cambiado desde que abriste esta página. No se ha cobrado nada. Vuelve a mirarlo.',
  },
  not_changeable: {
    title: 'Not changeable',
    en: 'This plan has ended, or it’s already the way you want it.',
    es: 'Este plan ya ha terminado o ya está como tú quieres.',
  },
  not_refundable: {
    title: 'Not refundable',
    en: 'This payment is no longer covered by the 14-day guarantee. Please write to us.',
    es: 'Este pago ya no está cubierto por la garantía de 14 días. Escríbenos.',
  },
  being_prepared: {
    title: 'Being prepared',
    en: 'We’re preparing this session. Please try again in a moment.',
    es: 'Estamos preparando esta sesión. Vuelve a intentarlo en un momento.',
  },
  guarantee_used: {
    title: 'Guarantee used',
    en: 'The 14-day guarantee is once per person, and another account with your mailbox or this card has used it. If that is a mistake, please write to us.',
    es: 'La garantía de 14 días es una vez por persona, y ya la usó otra cuenta con tu buzón o con esta tarjeta. Si es un error, escríbenos.',
  },
  // Text of the specification, section 8.
  payment_init: {
    title: 'Payment not started',
    en: 'Payment initialization error. Try again later',
    es: 'Error al iniciar el pago. Inténtalo de nuevo más tarde',
  },
  payment_unavailable: {
    title: 'Payment service unavailable',
    en: 'Our payment service isn’t responding. Nothing has changed. Please try again in a moment.',
    es: 'Nuestro servicio de pagos no responde. No ha cambiado nada. Vuelve a intentarlo en un momento.',
  },
  too_large: {
    title: 'Too large',
    en: 'That’s too much data for one request.',
    es: 'Son demasiados datos para una sola solicitud.',
  },
  unsupported_media_type: {
    title: 'Unsupported media type',
    en: 'Only JSON is accepted here.',
    es: 'Aquí solo se acepta JSON.',
  },
  too_many_requests: {
    title: 'Too many requests',
    en: 'Too many attempts. Please wait a little and try again.',
    es: 'Demasiados intentos. Espera un poco y vuelve a intentarlo.',
  },
  busy: {
    title: 'Busy',
    en: 'We have a lot of visitors right now. Please try again in a moment.',
    es: 'Ahora mismo tenemos muchísimas visitas. Vuelve a intentarlo en un momento.',
  },
  internal: {
    title: 'Internal error',
    en: 'Something went wrong. Please try again.',
    es: 'Algo ha salido mal. Inténtalo de nuevo.',
  },
  unavailable: {
    title: 'Unavailable',
    en: 'This isn’t working right now. Please try again in a moment.',
    es: 'Esto no funciona ahora mismo. Vuelve a intentarlo en un momento.',
  },
  not_ready: {
    title: 'Not ready',
    en: 'The server is starting or stopping. Please try again.',
    es: 'El servidor está arrancando o parando. Inténtalo de nuevo.',
  },
};

/** In the words of the specification, section 5. */
const fieldWords: Readonly<Record<FieldErrorCode, Words>> = {
  required: { en: 'You must fill this field.', es: 'Completa este campo.' },
  not_an_email: {
    en: 'Enter an email address like name@example.com.',
    es: 'Escribe un correo electrónico como nombre@ejemplo.com.',
  },
  email_letters: {
    en: 'Before the @, use letters without accents. Mail servers refuse others.',
    es: 'Antes de la @, usa letras sin acentos. Los servidores de correo no admiten otras.',
  },
  not_a_name: {
    en: 'Enter a name without web addresses or symbols like < or @.',
    es: 'Escribe un nombre, sin direcciones web ni signos como < o @.',
  },
  password_rules: {
    en: 'At least 6 characters, a letter and a digit. Special characters are allowed.',
    es: 'Al menos 6 caracteres, una letra y un número. Se permiten caracteres especiales.',
  },
  password_common: {
    en: 'Many people use this password, so it’s easy to guess. Choose another one.',
    es: 'Esta contraseña la usa mucha gente y es fácil de adivinar. Elige otra.',
  },
  password_is_email: {
    en: 'Your email address is easy to guess as a password. Choose another one.',
    es: 'Tu correo electrónico es fácil de adivinar como contraseña. Elige otra.',
  },
  wrong_password: { en: 'That’s not your password.', es: 'Esta no es tu contraseña.' },
  email_taken: {
    en: 'There’s already an account with this email.',
    es: 'Ya existe una cuenta con este correo electrónico.',
  },
  must_agree: { en: 'You must agree to this.', es: 'Debes aceptarlo.' },
  unknown_field: { en: 'There’s no such field.', es: 'Este campo no existe.' },
  wrong_type: { en: 'This is the wrong type of value.', es: 'Este valor no es del tipo correcto.' },
  too_long: { en: 'This is too long.', es: 'Es demasiado largo.' },
  invalid: { en: 'This value isn’t allowed here.', es: 'Este valor no se admite aquí.' },
};

/** What is wrong with the field, in a sentence that can be shown next to it. */
export function wordsOfField(code: FieldErrorCode, language: Language): string {
  return fieldWords[code][language];
}

const tooManyAttempts: Readonly<Record<Language, (minutes: string) => string>> = {
  en: (minutes) => `Too many attempts. Please try again in ${minutes}.`,
  es: (minutes) => `Demasiados intentos. Vuelve a intentarlo dentro de ${minutes}.`,
};

/** How long to wait before the next attempt, in whole minutes. */
export function waitingWords(seconds: number, language: Language): string {
  const unit = { style: 'unit', unit: 'minute', unitDisplay: 'long' } as const;
  const minutes = new Intl.NumberFormat(languageTag(language), unit).format(Math.max(1, Math.ceil(seconds / 60)));
  return tooManyAttempts[language](minutes);
}
