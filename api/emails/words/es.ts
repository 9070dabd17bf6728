import { brand } from '../../../content/brand.ts';
import { paymentEmails } from './payments/es.ts';
import type { EmailWords } from './words.ts';

/** The emails in Spanish. */
export const es: EmailWords = {
  greeting: 'Hola:',
  greetingByName: (name) => `Hola, ${name}:`,
  linkBelow: 'Si el botón no funciona, abre esta dirección en tu navegador:',
  closing: `Cuídate mucho,\n${brand.name}`,
  companyNumber: (number) => `Número de empresa ${number}`,
  unsubscribe: 'No quiero recibir correos como este',
  plans: { basic: 'plan Básico', three_months: 'plan de 3 meses', lifetime: 'plan de por vida' },
  payments: paymentEmails,
  templates: {
    verify_email: ({ linkHours }) => ({
      subject: 'Verifica tu correo',
      preheader: 'Con un toque sabremos que podemos escribirte aquí.',
      title: '¿Es este tu correo?',
      text: [
        'Gracias por registrarte. Verifica que esta dirección es tuya y así podremos ayudarte si algún día olvidas la contraseña.',
      ],
      button: 'Verificar mi correo',
      notes: [
        `El enlace funciona durante ${countHours(linkHours.verify_email)}. Después puedes pedir otro desde cualquier página de tu cuenta.`,
        'Si no has creado ninguna cuenta con nosotros, no tienes que hacer nada. La dirección se quedará sin verificar.',
      ],
      reason: `Recibes este correo porque alguien ha creado una cuenta de ${brand.name} con esta dirección.`,
    }),
    reset_password: ({ linkHours }) => ({
      subject: 'Elige una contraseña nueva',
      preheader: `Tu enlace funciona durante ${countHours(linkHours.reset_password)}.`,
      title: 'Una contraseña nueva, y a descansar',
      text: ['Has pedido una contraseña nueva. A cualquiera le pasa. Elige una aquí y después entra con ella.'],
      button: 'Elegir una contraseña nueva',
      notes: [
        `El enlace funciona una sola vez, durante ${countHours(linkHours.reset_password)}. Al cambiar la contraseña se cierra la sesión en todos tus dispositivos.`,
        'Si no la has pedido tú, no tienes que hacer nada. Tu contraseña seguirá siendo la misma.',
      ],
      reason: `Recibes este correo porque alguien ha pedido una contraseña nueva para la cuenta de ${brand.name} de esta dirección.`,
    }),
    address_taken: () => ({
      subject: 'Ya tienes una cuenta',
      preheader: 'Entra con esta dirección. No te hace falta otra cuenta.',
      title: 'Ya estás con nosotros',
      text: [
        'Alguien, seguramente tú, acaba de intentar usar esta dirección para otra cuenta. Ya tiene una, y todo sigue como lo dejaste.',
      ],
      button: 'Entrar',
      notes: [
        'Si no recuerdas tu contraseña, ahí mismo puedes elegir otra.',
        'Si no has sido tú, no tienes que hacer nada. Nadie ha entrado en tu cuenta.',
      ],
      reason: `Recibes este correo porque alguien ha intentado usar esta dirección para otra cuenta de ${brand.name}.`,
    }),
    confirm_email: ({ linkHours }) => ({
      subject: 'Confirma tu nueva dirección de correo',
      preheader: 'Con un toque, tu cuenta pasa a esta dirección.',
      title: '¿Es esta tu nueva dirección?',
      text: [
        'Has pedido usar esta dirección en tu cuenta. Confirma que es tuya. A partir de ese momento entrarás con ella y aquí te llegarán nuestros correos.',
      ],
      button: 'Usar esta dirección',
      notes: [
        `El enlace funciona durante ${countHours(linkHours.confirm_email)} en un navegador en el que hayas entrado. En cualquier otro, antes te pedimos que entres con tu dirección anterior. Después se cierra tu sesión en los demás dispositivos.`,
        'Si no lo has pedido tú, no tienes que hacer nada. No cambiará nada.',
      ],
      reason: `Recibes este correo porque alguien ha pedido usar esta dirección en su cuenta de ${brand.name}.`,
    }),
    email_changed: ({ contact, undoDay }) => ({
      subject: 'La dirección de correo de tu cuenta ha cambiado',
      preheader: 'Si has sido tú, no tienes que hacer nada.',
      title: 'Tu cuenta tiene una dirección nueva',
      text: [
        'Tu cuenta tiene ahora otra dirección de correo. Con ella entras y allí llegan nuestros correos. Si has sido tú, todo está bien y puedes borrar este mensaje.',
        undoDay ? takeBack(undoDay) : `Si no has sido tú, escribe pronto a ${contact}. Te responde una persona.`,
      ],
      ...(undoDay && { button: 'No he sido yo' }),
      notes: undoDay
        ? [
            `Si el enlace no funciona, escribe a ${contact}. Te responde una persona. Hasta ese día también te escribimos aquí si cambia algo más que tenga que ver con la seguridad de tu cuenta.`,
          ]
        : [],
      reason: `Recibes este correo porque tiene que ver con la seguridad de tu cuenta de ${brand.name}.`,
    }),
    email_change_undone: ({ contact, undoDay, isOwn }) => ({
      subject: isOwn ? 'Has recuperado tu dirección de correo' : 'Se ha deshecho un cambio de tu dirección de correo',
      preheader: 'Si has sido tú, no tienes que hacer nada.',
      title: isOwn ? 'Tu cuenta vuelve a esta dirección' : 'Tu cuenta vuelve a una dirección anterior',
      text: [
        isOwn
          ? 'Se ha deshecho un cambio de correo con el enlace de uno de nuestros mensajes: tu cuenta vuelve a tener esta dirección, tiene otra contraseña y se ha cerrado la sesión en todas partes. Si has sido tú, todo está bien y puedes borrar este mensaje.'
          : 'La cuenta que tenía esta dirección vuelve a tener una anterior: el cambio se ha deshecho con un enlace que enviamos allí. También tiene otra contraseña y se ha cerrado la sesión en todas partes. Si has sido tú, todo está bien y puedes borrar este mensaje.',
        isOwn
          ? 'Si no has sido tú, elige otra contraseña ahora mismo. Así quien haya entrado se queda fuera.'
          : undoDay
            ? takeBack(undoDay)
            : `Si la cuenta es tuya y no has sido tú, escribe pronto a ${contact}. Te responde una persona, que puede devolverle esta dirección.`,
      ],
      ...((isOwn || undoDay) && { button: 'No he sido yo' }),
      notes:
        isOwn || undoDay ? [`Si no consigues entrar en tu cuenta, escribe a ${contact}. Te responde una persona.`] : [],
      reason: `Recibes este correo porque tiene que ver con la seguridad de tu cuenta de ${brand.name}.`,
    }),
    password_changed: ({ contact, undoDay }) => ({
      subject: undoDay ? 'La cuenta que tenía esta dirección tiene otra contraseña' : 'Tu contraseña ha cambiado',
      preheader: 'Si has sido tú, no tienes que hacer nada.',
      title: 'Tienes una contraseña nueva',
      text: [
        undoDay
          ? 'La contraseña de la cuenta que hasta hace poco tenía esta dirección acaba de cambiar y se ha cerrado la sesión en otros dispositivos. Si has sido tú, todo está bien y puedes borrar este correo.'
          : 'La contraseña de tu cuenta acaba de cambiar y se ha cerrado la sesión en los demás dispositivos. Si has sido tú, todo está bien y puedes borrar este correo.',
        undoDay
          ? takeBack(undoDay)
          : 'Si no has sido tú, elige otra contraseña ahora mismo. Así quien haya entrado se queda fuera.',
      ],
      button: 'No he sido yo',
      notes: [`Si no consigues entrar en tu cuenta, escribe a ${contact}. Te responde una persona.`],
      reason: `Recibes este correo porque tiene que ver con la seguridad de tu cuenta de ${brand.name}.`,
    }),
    welcome: () => ({
      subject: `Te damos la bienvenida a ${brand.name}`,
      preheader: 'Tres pequeñas cosas para aprovechar mejor una sesión.',
      title: 'Qué bien que estés aquí',
      text: [
        'Tu cuenta está lista. Antes de tu primera sesión, tres pequeñas cosas que ayudan:',
        'Busca unos 20 minutos en los que nadie te necesite. Siéntate o acuéstate donde no pases frío. Los auriculares se agradecen, pero quítatelos si quieres dormirte.',
        'No hay forma de hacerlo mal. Si te distraes o te duermes, no pasa nada.',
      ],
      button: 'Ir a mis sesiones',
      notes: ['No escuches nunca mientras conduces ni mientras haces algo que exija tu atención.'],
      reason: `Recibes este correo porque has creado una cuenta de ${brand.name}.`,
    }),
    account_removed: ({ contact }) => ({
      subject: 'Tu cuenta se ha eliminado',
      preheader: 'Hemos borrado tus datos personales.',
      title: 'Hasta siempre, y cuídate',
      text: [
        'Hemos eliminado tu cuenta, como nos pediste. Hemos borrado tu nombre, tu dirección y tus respuestas, y este es el último correo que te enviamos.',
        'Si algún día quieres volver, aquí nos tienes. Empezarás con una cuenta nueva.',
      ],
      notes: [`Si no has sido tú quien la ha eliminado, escribe pronto a ${contact}. Te responde una persona.`],
      reason: `Recibes este correo porque se ha eliminado la cuenta de ${brand.name} de esta dirección.`,
    }),
  },
};

const takeBack = (day: string) =>
  `Si no has sido tú, recupera tu cuenta: hasta el ${day} puedes elegir aquí una contraseña nueva. Así vuelve esta dirección y quien haya entrado se queda fuera.`;

function countHours(hours: number): string {
  if (hours === 1) return 'una hora';
  return hours % 24 === 0 && hours > 24 ? `${hours / 24} días` : `${hours} horas`;
}
