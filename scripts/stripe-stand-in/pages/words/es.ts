import type { PageWords } from './words.ts';

export const es: PageWords = {
  standIn: 'Esto imita a Stripe: no se mueve dinero.',
  back: 'Volver',
  goOn: 'Continuar',
  missing: {
    title: 'Aquí no hay nada',
    text: 'Esta dirección no lleva a ningún pago que conozcamos aquí, o ha caducado: dura 30 días.',
  },
  checkout: { title: 'Pago', email: 'Correo electrónico' },
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
};
