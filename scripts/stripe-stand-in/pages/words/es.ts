import type { en } from './en.ts';

/** The pages in Spanish. */
export const es: typeof en = {
  standIn: 'Esto imita a Stripe: no se mueve dinero.',
  back: 'Volver',
  goOn: 'Continuar',
  missing: {
    title: 'Aquí no hay nada',
    text: 'Esta dirección no lleva a ningún pago que conozcamos aquí, o ha caducado.',
  },
  checkout: {
    title: 'Pago',
    email: 'Correo electrónico',
    free: 'Completar el pedido',
    balance: 'Saldo aplicado',
    promotion: {
      label: 'Código promocional',
      apply: 'Aplicar el código',
      later: 'Después',
      remove: (code) => `Quitar ${code}`,
      problems: {
        unknown: 'Este código no es válido.',
        expired: 'Este código ha caducado.',
        used_up: 'Este código ya se ha agotado.',
        other_product: 'Este código no vale para lo que compras.',
      },
    },
    tax: {
      included: (percent) => `Impuestos incluidos (${percent} %)`,
      country: 'País',
      choose: 'Elige tu país',
      apply: 'Calcular los impuestos',
    },
  },
  rhythm: (months) => (months === null ? 'Un solo pago' : months === 1 ? 'cada mes' : `cada ${months} meses`),
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
  declines: {
    'Your card was declined.': 'Tu tarjeta ha sido rechazada.',
    'Your card has insufficient funds.': 'Tu tarjeta no tiene fondos suficientes.',
    "Your card's security code is invalid.": 'El código de seguridad de tu tarjeta no es válido.',
    'Your card number is incorrect.': 'El número de tu tarjeta es incorrecto.',
    "Your card's expiration date is in the past.": 'La fecha de caducidad de tu tarjeta ya ha pasado.',
    "Your card's expiration month is invalid.": 'El mes de caducidad de tu tarjeta no es válido.',
    'Your card was declined. Your request was in test mode, but used a non test card.':
      'Tu tarjeta ha sido rechazada. Aquí solo valen las tarjetas de prueba.',
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.':
      'No hemos podido autenticar tu método de pago. Elige otro y vuelve a intentarlo.',
    'This code can no longer be used. See the price without it.':
      'Este código ya no se puede usar. Mira el precio sin él.',
    'Choose your country.': 'Elige tu país.',
    'This tax number is not valid.': 'Este número fiscal no es válido.',
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
    status: { open: 'Pendiente de pago', paid: 'Pagada' },
    statusLabel: 'Estado',
    for: 'Concepto',
    issued: 'Emitida',
    paid: 'Fecha de pago',
    period: 'Periodo',
    customer: 'Cliente',
    tax: 'Impuestos incluidos',
    credited: 'Notas de abono',
  },
  portal: {
    title: 'Tu plan y tus facturas',
    refused: 'No se ha podido cambiar. Mira cómo está ahora.',
    renews: (day, amount) => `Se renueva el ${day}${amount === null ? '' : ` por ${amount}`}`,
    ends: (day) => `Termina el ${day}`,
    change: (plan, due) => `Cambiar a ${plan}: ${due} ahora`,
    why: '¿Por qué cancelas? No hace falta que lo digas.',
    reasons: {
      too_expensive: 'Es demasiado caro',
      unused: 'No lo uso lo suficiente',
      low_quality: 'La calidad no es la que esperaba',
      missing_features: 'Me falta algo',
      switched_service: 'He encontrado otra cosa',
      other: 'Otro motivo',
    },
    cancel: 'Cancelar el plan',
    resume: 'Renovarlo al final',
    card: 'Tarjeta',
    authentication: 'Aquí tu banco te pediría que confirmaras la tarjeta nueva (3-D Secure).',
    newCard: 'Otra tarjeta',
    saveCard: 'Guardar la tarjeta',
    credit: 'Saldo para los próximos pagos',
    invoices: 'Facturas',
    offer: {
      title: 'Quédate por menos',
      text: (amount, months) => {
        if (months === null) return `Si te quedas, pagas ${amount} a partir de ahora.`;
        return months === 0
          ? `Si te quedas, tu próximo pago es de ${amount}.`
          : `Si te quedas, pagas ${amount} durante ${months} meses.`;
      },
      accept: 'Quedarme con el descuento',
    },
    details: {
      title: 'Dirección y número fiscal en las facturas',
      line1: 'Calle y número',
      postalCode: 'Código postal',
      city: 'Ciudad',
      kind: 'Tipo de número fiscal',
      none: 'Ninguno',
      number: 'Número fiscal',
      save: 'Guardar los datos',
    },
    taxIds: {
      eu_vat: 'NIF-IVA de la UE',
      gb_vat: 'VAT del Reino Unido',
      mx_rfc: 'RFC de México',
      us_ein: 'EIN de EE. UU.',
    },
  },
};
