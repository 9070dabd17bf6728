import { brand } from '../../../../content/brand.ts';
import type { PaidInvoice, PaymentEmails, PlanAhead } from '../words.ts';

/** The emails about money in Spanish. */
export const paymentEmails: PaymentEmails = {
  payment_receipt: ({
    contact,
    plan,
    amount,
    day,
    isFree,
    renewal,
    refundable,
    replaced,
    credit,
    isDisputed,
    tax,
    invoice,
  }) => ({
    ...(isFree
      ? {
          subject: `Tu ${plan} ya está activo`,
          preheader: 'No se te ha cobrado nada.',
          title: 'Gracias, ya tienes tu plan',
        }
      : {
          subject: `Recibo de tu pago de ${amount}`,
          preheader: `Por tu ${plan}, pagado el ${day}.`,
          title: 'Gracias, hemos recibido tu pago',
        }),
    text: [
      `${
        isFree
          ? `El ${day} conseguiste tu ${plan} y no se te cobró nada.`
          : `El ${day} recibimos ${amount} por tu ${plan}.`
      }${isDisputed ? '' : ' Tienes acceso a todas las sesiones.'}`,
      ...(replaced === null ? [] : [`Tu ${replaced} ya no se renueva.`]),
      ...(credit === null ? [] : [`Del precio descontamos ${credit} por lo que quedaba de tu plan anterior.`]),
      renewal === null
        ? 'No se te cobrará nada más por él.'
        : `Tu plan se renueva el ${renewal}. Si lo cancelas en tu perfil antes de ese día, no se te cobrará nada más.`,
    ],
    amounts: isFree
      ? []
      : [
          { label: `Tu ${plan}`, amount: tax?.net ?? amount },
          ...(tax === null ? [] : [{ label: 'Impuestos', amount: tax.amount }]),
          { label: 'Total', amount },
        ],
    button: 'Ir a mis sesiones',
    notes: [
      invoice === null ? 'La factura está en tu perfil.' : describeInvoice(invoice),
      ...(refundable === null
        ? []
        : [
            `Hasta el ${refundable} puedes pedir que te devolvamos el pago entero, una vez por persona: hazlo en tu perfil o escribe a ${contact}.`,
          ]),
    ],
    reason: `Recibes este correo porque se ha hecho un pago para tu cuenta de ${brand.name}.`,
  }),
  renewal_ahead: ({ contact, plan, amount, day }) => ({
    subject: `Tu plan se renueva el ${day}`,
    preheader: `${amount} por tu ${plan}.`,
    title: 'Tu plan se renueva pronto',
    text: [
      `Tu ${plan} se renueva el ${day}, y ese día cobraremos ${amount} en la tarjeta con la que pagas.`,
      'Si quieres continuar, no tienes que hacer nada. Si no, cancela el plan en tu perfil antes de ese día y no se te cobrará nada más.',
    ],
    button: 'Ir a mi perfil',
    notes: [`Si tienes alguna pregunta, escribe a ${contact}. Te responderá una persona.`],
    reason: `Recibes este correo porque tu plan de ${brand.name} está a punto de renovarse.`,
  }),
  payment_failed: ({ plan, amount, day, isClosed, nextTry }) => ({
    subject: 'Tu pago no se ha completado',
    preheader: isClosed
      ? 'Tus sesiones están cerradas hasta que se pague.'
      : `Tus sesiones siguen abiertas hasta el ${day}.`,
    title: 'Esta vez el pago no ha salido bien',
    text: [
      `Hemos intentado cobrar ${amount} para renovar tu ${plan} y el pago no se ha completado. Casi siempre es porque la tarjeta ha caducado o ese día no tenía saldo suficiente.`,
      isClosed
        ? 'Tus sesiones están cerradas por ahora. Se abren de nuevo en cuanto se pague, con esta tarjeta o con otra.'
        : `Tus sesiones siguen abiertas hasta el ${day}. Si pagas antes, con esta tarjeta o con otra, todo sigue como hasta ahora.`,
    ],
    button: 'Ir a la página de pago',
    notes: [
      nextTry === null
        ? 'No volveremos a intentarlo con esta tarjeta por nuestra cuenta.'
        : `Volveremos a intentarlo el ${nextTry}. Si entonces sale bien, no tienes que hacer nada.`,
      'Si prefieres dejarlo aquí, cancela el plan en tu perfil y no se te cobrará nada.',
    ],
    reason: `Recibes este correo porque ha fallado un pago para tu cuenta de ${brand.name}.`,
  }),
  subscription_ends: ({ contact, plan, day, isOver, isContested }) => ({
    ...(isOver
      ? {
          subject: 'Tu plan ha terminado',
          preheader: 'No se te cobrará nada más.',
          title: 'Tu plan ha terminado',
          text: [
            `Tu ${plan} terminó el ${day}. No se te cobrará nada más.`,
            'Si quieres continuar, puedes volver a elegir un plan cuando te apetezca. Tu cuenta sigue como está.',
          ],
        }
      : {
          subject: `Tu plan termina el ${day}`,
          preheader: 'Hasta entonces tienes todas las sesiones y no se te cobrará nada más.',
          title: 'Tu plan no se renovará',
          text: [
            `Tu ${plan} dura hasta el ${day} y después no se renueva. Hasta entonces conservas el acceso y no se te cobrará nada más.`,
            isContested
              ? 'Podrá renovarse otra vez cuando tu banco confirme el pago por el que ha preguntado.'
              : 'Si quieres continuar, puedes volver a activar la renovación en tu perfil hasta ese día.',
          ],
        }),
    button: 'Ir a mi cuenta',
    notes: [`Si no te lo esperabas, escribe a ${contact}. Te responde una persona.`],
    reason: `Recibes este correo porque tu plan de ${brand.name} no se renueva.`,
  }),
  refund_done: ({ contact, plan, amount, day, isOver, left }) => ({
    subject: `Te hemos devuelto ${amount}`,
    preheader: 'El banco suele tardar entre 5 y 10 días en reflejarlo.',
    title: 'Tu dinero está en camino',
    text: [
      `El ${day} devolvimos ${amount} de tu ${plan} a la tarjeta con la que pagaste. El banco suele tardar entre 5 y 10 días en reflejarlo.`,
      isOver ? (left ? stillThere(left) : nothingLeft) : 'Por lo demás, no cambia nada.',
    ],
    notes: [`Si pasados 10 días no lo ves, escribe a ${contact}. Te responde una persona.`],
    reason: `Recibes este correo porque se ha reembolsado un pago de tu cuenta de ${brand.name}.`,
  }),
  access_suspended: ({ contact, plan, amount, day, isLifetime }) => ({
    subject: 'Tu acceso está en pausa',
    preheader: `Tu banco ha pedido que se devuelvan ${amount}.`,
    title: 'Tu acceso está en pausa',
    text: [
      `Tu banco nos ha pedido que devolvamos los ${amount} que pagaste el ${day} por tu ${plan}. Hasta que el banco decida, tus sesiones estarán cerradas.`,
      isLifetime
        ? 'Si el pago se mantiene, tus sesiones se abrirán de nuevo y no se te cobrará nada más. Si el banco recupera el dinero, tu plan termina.'
        : 'Mientras tanto, tu plan no se renueva y no se te cobrará nada más. Si el pago se mantiene, tus sesiones se abrirán de nuevo durante el tiempo que pagaste. Si el banco recupera el dinero, tu plan termina.',
    ],
    button: 'Ir a mi cuenta',
    notes: [
      `Si no has pedido el dinero a tu banco, avísale o escribe a ${contact}. Te responde una persona.`,
      'Te escribiremos si el pago se mantiene.',
    ],
    reason: `Recibes este correo porque hay un pago de tu cuenta de ${brand.name} en disputa.`,
  }),
  dispute_won: ({ contact, plan, amount, day, next }) => ({
    subject: 'Tu banco ha decidido: el pago se mantiene',
    preheader: `Los ${amount} que pagaste el ${day}.`,
    title: 'El pago se mantiene',
    text: [
      `Tu banco había pedido que se devolvieran los ${amount} que pagaste el ${day} por tu ${plan}. Ha decidido que el pago se mantiene.`,
      ...(next === null ? [] : [planAhead(next)]),
    ],
    button: 'Ir a mi cuenta',
    notes: [`Si tienes alguna duda, escribe a ${contact}. Te responde una persona.`],
    reason: `Recibes este correo porque ha terminado la disputa de un pago de tu cuenta de ${brand.name}.`,
  }),
};

function planAhead(next: PlanAhead): string {
  switch (next.kind) {
    case 'lifetime':
      return 'Tus sesiones vuelven a estar abiertas y no se te cobrará nada más.';
    case 'renews':
      return `Tus sesiones están abiertas y tu plan se renueva el ${next.day}. Si lo cancelas en tu perfil antes de ese día, no se te cobrará nada más.`;
    case 'ends':
      return `Tus sesiones están abiertas hasta el ${next.day}. Después tu plan no se renueva y no se te cobrará nada más. Si quieres continuar, puedes volver a activar la renovación en tu perfil hasta ese día.`;
    case 'ended':
      return `Mientras tanto, tu plan terminó el ${next.day} y no se te cobrará nada más. Si quieres continuar, puedes volver a elegir un plan cuando te apetezca.`;
  }
}

const nothingLeft =
  'Con el reembolso termina el acceso que habías pagado: tus sesiones se cierran y no se te cobrará nada más. Tu cuenta sigue ahí, por si quieres volver.';

function stillThere({ plan, next, isFinal }: NonNullable<Parameters<PaymentEmails['refund_done']>[0]['left']>): string {
  const start = `Con el reembolso termina el acceso que habías pagado. Conservas tu ${plan}`;
  switch (next?.kind) {
    case 'lifetime':
      return `${start} y tienes acceso a todas las sesiones.`;
    case 'renews':
      return `${start}, que se renueva el ${next.day}.`;
    case 'ends':
      return `${start}: tienes acceso a todas las sesiones hasta el ${next.day}. Después no se renueva${isFinal ? '' : ', salvo que vuelvas a activar la renovación en tu perfil'}.`;
    case 'ended':
    case undefined:
      return `${start}.`;
  }
}

function describeInvoice({ number, last4 }: PaidInvoice): string {
  const parts = [`Factura ${number}`, ...(last4 === null ? [] : [`pagada con la tarjeta terminada en ${last4}`])];
  return `${parts.join(', ')}. Está en tu perfil.`;
}
