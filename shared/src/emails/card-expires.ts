import { z } from 'zod';
import { defineEmail } from './define.ts';
import { mailName, OWN_WORKSPACE } from './name.ts';

/** Warns that the card for renewals expires soon. */
export const cardExpiresEmail = defineEmail({
  name: 'card-expires',
  props: z.object({
    workspace: mailName.nullable(),
    last4: z.string(),
    /** The last month in which it can be charged. */
    month: z.string(),
    /** The day of the next renewal. */
    renews: z.string(),
    url: z.url(),
  }),
  content: (language, { workspace, last4, month, renews, url }) => {
    const name = workspace ?? OWN_WORKSPACE[language];
    return {
      en: {
        subject: `Your card ending in ${last4} expires soon`,
        preview: `Please add another one, so that ${name} keeps its plan.`,
        title: 'Your card expires soon',
        paragraphs: [
          `The card ending in ${last4}, which pays for ${name}, expires at the end of ${month}. The plan is renewed on ${renews}.`,
          'Please add another card and make it the default, so that the plan goes on.',
        ],
        action: { label: 'Change how you pay', url },
        footnote: `You get this mail because you own ${name}.`,
      },
      es: {
        subject: `Tu tarjeta terminada en ${last4} caduca pronto`,
        preview: `Añade otra para que el plan siga: ${name}.`,
        title: 'Tu tarjeta caduca pronto',
        paragraphs: [
          `La tarjeta terminada en ${last4}, que paga ${name}, caduca a finales de ${month}. El plan se renueva el ${renews}.`,
          'Añade otra tarjeta y márcala como predeterminada para que el plan siga.',
        ],
        action: { label: 'Cambiar la forma de pago', url },
        footnote: `Recibes este correo porque ${name} es tuyo.`,
      },
    }[language];
  },
});
