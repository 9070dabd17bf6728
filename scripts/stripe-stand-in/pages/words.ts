import type { PromotionProblem } from '../billing/promotions.ts';
import type { Language } from '../../../schemas/api/values.ts';

/** What the pages say in one language. */
export interface PageWords {
  readonly standIn: string;
  readonly back: string;
  readonly goOn: string;
  readonly missing: { readonly title: string; readonly text: string };
  readonly checkout: {
    readonly title: string;
    readonly email: string;
    readonly free: string;
    readonly promotion: {
      readonly label: string;
      readonly apply: string;
      readonly remove: (code: string) => string;
      readonly problems: Readonly<Record<PromotionProblem, string>>;
    };
    readonly tax: {
      readonly included: (percent: number) => string;
      readonly country: string;
      readonly choose: string;
      readonly apply: string;
    };
  };
  /** How often `amount` is taken; `months` is null for a single payment. */
  readonly rhythm: (months: number | null) => string;
  readonly card: {
    readonly title: string;
    readonly number: string;
    readonly expiry: string;
    readonly expiryHint: string;
    readonly cvc: string;
    readonly name: string;
    readonly pay: (amount: string) => string;
  };
  readonly testCards: {
    readonly title: string;
    readonly text: string;
    readonly success: string;
    readonly declined: string;
    readonly insufficient: string;
    readonly authentication: string;
    readonly renewals: string;
  };
  readonly mistakes: { readonly number: string; readonly expiry: string; readonly cvc: string };
  /** Stripe's messages, which are in English, in this language. */
  readonly declines: Readonly<Record<string, string>>;
  readonly problem: string;
  readonly authentication: {
    readonly title: string;
    readonly text: (amount: string) => string;
    readonly confirm: string;
    readonly refuse: string;
  };
  readonly complete: { readonly title: string; readonly text: string };
  readonly expired: { readonly title: string; readonly text: string };
  readonly document: {
    readonly invoice: (number: string) => string;
    readonly receipt: string;
    readonly status: Readonly<Record<'open' | 'paid' | 'void' | 'uncollectible', string>>;
    readonly statusLabel: string;
    readonly number: string;
    readonly for: string;
    readonly issued: string;
    readonly paid: string;
    readonly period: string;
    readonly customer: string;
    readonly card: string;
    readonly amount: string;
    readonly refunded: string;
    readonly print: string;
  };
  /** The customer portal. */
  readonly portal: {
    readonly title: string;
    readonly refused: string;
    readonly renews: (day: string) => string;
    readonly ends: (day: string) => string;
    readonly change: (plan: string, due: string) => string;
    readonly why: string;
    readonly reasons: Readonly<Record<string, string>>;
    readonly cancel: string;
    readonly resume: string;
    readonly card: string;
    readonly newCard: string;
    readonly saveCard: string;
    readonly credit: string;
    readonly invoices: string;
  };
}

const en: PageWords = {
  standIn: 'This is a stand-in for Stripe: no money moves.',
  back: 'Back',
  goOn: 'Continue',
  missing: {
    title: 'There is nothing here',
    text: 'This address leads to no payment that this stand-in knows, or it has expired: it lasts 30 days.',
  },
  checkout: {
    title: 'Payment',
    email: 'Email',
    free: 'Complete the order',
    promotion: {
      label: 'Promotion code',
      apply: 'Apply the code',
      remove: (code) => `Take ${code} off`,
      problems: {
        unknown: 'This code is not valid.',
        expired: 'This code has expired.',
        used_up: 'This code has been used up.',
        other_product: 'This code is not for what you are buying.',
        first_purchase: 'This code is for a first purchase only.',
      },
    },
    tax: {
      included: (percent) => `Tax included (${percent}%)`,
      country: 'Country',
      choose: 'Choose your country',
      apply: 'Work out the tax',
    },
  },
  rhythm: (months) => {
    if (months === null) return 'One payment';
    return months === 1 ? 'every month' : `every ${months} months`;
  },
  card: {
    title: 'Pay with card',
    number: 'Card number',
    expiry: 'Expiry date',
    expiryHint: 'MM / YY',
    cvc: 'CVC',
    name: 'Name on card',
    pay: (amount) => `Pay ${amount}`,
  },
  testCards: {
    title: 'Test cards',
    text: 'Choose one to fill the form.',
    success: 'Pays',
    declined: 'Is declined',
    insufficient: 'Has insufficient funds',
    authentication: 'Asks for 3-D Secure',
    renewals: 'Pays now, and its renewals fail',
  },
  mistakes: {
    number: 'Your card number is incomplete.',
    expiry: "Your card's expiration date is incomplete.",
    cvc: "Your card's security code is incomplete.",
  },
  declines: {},
  problem: 'Problem',
  authentication: {
    title: 'Is it you who is paying?',
    text: (amount) => `This is where your bank would ask you to confirm the payment of ${amount} (3-D Secure).`,
    confirm: 'Yes, confirm',
    refuse: 'No, refuse',
  },
  complete: { title: 'This is paid', text: 'There is nothing more to do on this page.' },
  expired: { title: 'This page has expired', text: 'It can no longer be paid here. Nothing was taken.' },
  document: {
    invoice: (number) => `Invoice ${number}`,
    receipt: 'Receipt',
    status: { open: 'To be paid', paid: 'Paid', void: 'Void', uncollectible: 'Could not be collected' },
    statusLabel: 'Status',
    number: 'Number',
    for: 'For',
    issued: 'Issued',
    paid: 'Paid on',
    period: 'Period',
    customer: 'Customer',
    card: 'Card',
    amount: 'Amount',
    refunded: 'Refunded',
    print: 'Show as a document',
  },
  portal: {
    title: 'Your plan and your invoices',
    refused: 'This could not be changed. Look at how it stands now.',
    renews: (day) => `Renews on ${day}`,
    ends: (day) => `Ends on ${day}`,
    change: (plan, due) => `Change to ${plan}: ${due} now`,
    why: 'Why do you cancel? You need not say.',
    reasons: { too_expensive: "It's too expensive", unused: "I don't use it enough", other: 'Another reason' },
    cancel: 'Cancel the plan',
    resume: 'Renew it after all',
    card: 'Card',
    newCard: 'Another card',
    saveCard: 'Save the card',
    credit: 'Credit for the next payments',
    invoices: 'Invoices',
  },
};

const es: PageWords = {
  standIn: 'Esto imita a Stripe: no se mueve dinero.',
  back: 'Volver',
  goOn: 'Continuar',
  missing: {
    title: 'Aquí no hay nada',
    text: 'Esta dirección no lleva a ningún pago que conozcamos aquí, o ha caducado: dura 30 días.',
  },
  checkout: {
    title: 'Pago',
    email: 'Correo electrónico',
    free: 'Completar el pedido',
    promotion: {
      label: 'Código promocional',
      apply: 'Aplicar el código',
      remove: (code) => `Quitar ${code}`,
      problems: {
        unknown: 'Este código no es válido.',
        expired: 'Este código ha caducado.',
        used_up: 'Este código ya se ha agotado.',
        other_product: 'Este código no vale para lo que compras.',
        first_purchase: 'Este código solo vale para una primera compra.',
      },
    },
    tax: {
      included: (percent) => `Impuestos incluidos (${percent} %)`,
      country: 'País',
      choose: 'Elige tu país',
      apply: 'Calcular los impuestos',
    },
  },
  rhythm: (months) => {
    if (months === null) return 'Un solo pago';
    return months === 1 ? 'cada mes' : `cada ${months} meses`;
  },
  card: {
    title: 'Pagar con tarjeta',
    number: 'Número de tarjeta',
    expiry: 'Caducidad',
    expiryHint: 'MM / AA',
    cvc: 'CVC',
    name: 'Nombre en la tarjeta',
    pay: (amount) => `Pagar ${amount}`,
  },
  testCards: {
    title: 'Tarjetas de prueba',
    text: 'Elige una para rellenar el formulario.',
    success: 'Paga',
    declined: 'La rechazan',
    insufficient: 'No tiene fondos suficientes',
    authentication: 'Pide 3-D Secure',
    renewals: 'Paga ahora y falla al renovar',
  },
  mistakes: {
    number: 'El número de tu tarjeta está incompleto.',
    expiry: 'La fecha de caducidad de tu tarjeta está incompleta.',
    cvc: 'El código de seguridad de tu tarjeta está incompleto.',
  },
  declines: {
    'Your card was declined.': 'Tu tarjeta ha sido rechazada.',
    'Your card has insufficient funds.': 'Tu tarjeta no tiene fondos suficientes.',
    'Your card has expired.': 'Tu tarjeta ha caducado.',
    "Your card's security code is incorrect.": 'El código de seguridad de tu tarjeta es incorrecto.',
    "Your card's security code is invalid.": 'El código de seguridad de tu tarjeta no es válido.',
    'Your card number is incorrect.': 'El número de tu tarjeta es incorrecto.',
    "Your card's expiration date is in the past.": 'La fecha de caducidad de tu tarjeta ya ha pasado.',
    "Your card's expiration month is invalid.": 'El mes de caducidad de tu tarjeta no es válido.',
    'An error occurred while processing your card. Try again in a little bit.':
      'Se ha producido un error al procesar tu tarjeta. Vuelve a intentarlo dentro de un momento.',
    'Your card was declined. Your request was in test mode, but used a non test card.':
      'Tu tarjeta ha sido rechazada. Aquí solo valen las tarjetas de prueba.',
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.':
      'No hemos podido autenticar tu método de pago. Elige otro y vuelve a intentarlo.',
    'This code can no longer be used. See the price without it.':
      'Este código ya no se puede usar. Mira el precio sin él.',
    'Choose your country.': 'Elige tu país.',
    'There was nothing to confirm. Please enter your card again.':
      'No había nada que confirmar. Vuelve a introducir tu tarjeta.',
  },
  problem: 'Problema',
  authentication: {
    title: '¿Eres tú quien paga?',
    text: (amount) => `Aquí tu banco te pediría que confirmaras el pago de ${amount} (3-D Secure).`,
    confirm: 'Sí, confirmar',
    refuse: 'No, rechazar',
  },
  complete: { title: 'Esto ya está pagado', text: 'En esta página no queda nada por hacer.' },
  expired: { title: 'Esta página ha caducado', text: 'Ya no se puede pagar aquí. No se ha cobrado nada.' },
  document: {
    invoice: (number) => `Factura ${number}`,
    receipt: 'Recibo',
    status: { open: 'Pendiente de pago', paid: 'Pagada', void: 'Anulada', uncollectible: 'No se pudo cobrar' },
    statusLabel: 'Estado',
    number: 'Número',
    for: 'Concepto',
    issued: 'Emitida',
    paid: 'Fecha de pago',
    period: 'Periodo',
    customer: 'Cliente',
    card: 'Tarjeta',
    amount: 'Importe',
    refunded: 'Devuelto',
    print: 'Ver como documento',
  },
  portal: {
    title: 'Tu plan y tus facturas',
    refused: 'No se ha podido cambiar. Mira cómo está ahora.',
    renews: (day) => `Se renueva el ${day}`,
    ends: (day) => `Termina el ${day}`,
    change: (plan, due) => `Cambiar a ${plan}: ${due} ahora`,
    why: '¿Por qué cancelas? No hace falta que lo digas.',
    reasons: { too_expensive: 'Es demasiado caro', unused: 'No lo uso lo suficiente', other: 'Otro motivo' },
    cancel: 'Cancelar el plan',
    resume: 'Renovarlo al final',
    card: 'Tarjeta',
    newCard: 'Otra tarjeta',
    saveCard: 'Guardar la tarjeta',
    credit: 'Saldo para los próximos pagos',
    invoices: 'Facturas',
  },
};

/** The words of the pages, by language. */
export const words: Readonly<Record<Language, PageWords>> = { en, es };
