import { z } from 'zod';
import { defineEmail } from './define.ts';
import { mailName, OWN_WORKSPACE } from './name.ts';

/** Reports a failed renewal, the next attempt and other ways to pay. */
export const renewalFailedEmail = defineEmail({
  name: 'renewal-failed',
  props: z.object({
    workspace: mailName.nullable(),
    plan: z.string(),
    /** Day of the next attempt; null after the last. */
    next: z.string().nullable(),
    /** Day on which the plan ends without a payment. */
    ends: z.string(),
    url: z.url(),
  }),
  content: (language, { workspace, plan, next, ends, url }) => {
    const name = workspace ?? OWN_WORKSPACE[language];
    return {
      en: {
        subject: `We could not renew ${plan}`,
        preview: `Please look at how ${name} pays.`,
        title: `We could not renew ${plan}`,
        paragraphs: [
          `The payment for ${name} did not go through. The card may have expired, or no card is stored.`,
          next === null
            ? `We will not try again by ourselves. Unless it is paid, ${name} moves to Free on ${ends}.`
            : `We will try again on ${next}. Unless it is paid, ${name} moves to Free on ${ends}.`,
          'Add another card, or choose another default, and we try again at once. You can also pay there now.',
        ],
        action: { label: 'Change how you pay', url },
        footnote: `You get this mail because you own ${name}.`,
      },
      es: {
        subject: `No hemos podido renovar ${plan}`,
        preview: `Revisa la forma de pago de ${name}.`,
        title: `No hemos podido renovar ${plan}`,
        paragraphs: [
          `El pago de ${name} no se ha completado. Puede que la tarjeta haya caducado o que no haya ninguna guardada.`,
          next === null
            ? `No lo intentaremos más por nuestra cuenta. Si no se paga, el ${ends} pasará a Free: ${name}.`
            : `Lo intentaremos de nuevo el ${next}. Si no se paga, el ${ends} pasará a Free: ${name}.`,
          'Añade otra tarjeta o elige otra predeterminada y lo intentaremos de nuevo enseguida. También puedes pagar allí ahora.',
        ],
        action: { label: 'Cambiar la forma de pago', url },
        footnote: `Recibes este correo porque ${name} es tuyo.`,
      },
    }[language];
  },
});
