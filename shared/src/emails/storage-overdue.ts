import { z } from 'zod';
import { defineEmail } from './define.ts';
import { capitalize, mailName, OWN_WORKSPACE } from './name.ts';

/**
 * Informs the owner of a free workspace that its storage has exceeded its plan for nearly a year, or for one.
 */
export const storageOverdueEmail = defineEmail({
  name: 'storage-overdue',
  props: z.object({
    workspace: mailName.nullable(),
    used: z.string(),
    available: z.string(),
    /** End of that year. */
    date: z.string(),
    isOver: z.boolean(),
    url: z.url(),
  }),
  content: (language, { workspace, used, available, date, isOver, url }) => {
    const name = workspace ?? OWN_WORKSPACE[language];
    return {
      en: {
        subject: isOver
          ? `Files of ${name} may be deleted now`
          : `Files of ${name} may be deleted from ${date} on`,
        preview: `${used} are in use, and the Free plan has ${available}.`,
        title: isOver
          ? `${capitalize(name)} has been over its storage for a year`
          : `${capitalize(name)} has been over its storage for eleven months`,
        paragraphs: [
          `${used} are in use, and the Free plan has ${available}.`,
          isOver
            ? 'We may now delete files that nothing uses, the largest first, until the rest fits.'
            : `From ${date} on we may delete files that nothing uses, the largest first, until the rest fits.`,
          'Delete what you no longer need, download what you want to keep, or choose a plan with more room.',
        ],
        action: { label: 'Look at my storage', url },
        footnote: `You get this mail because you own ${name}.`,
      },
      es: {
        subject: isOver
          ? `Ya se pueden eliminar archivos de ${name}`
          : `Desde el ${date} se pueden eliminar archivos de ${name}`,
        preview: `${used} están en uso y el plan Free tiene ${available}.`,
        title: isOver
          ? `${capitalize(name)} supera su almacenamiento desde hace un año`
          : `${capitalize(name)} supera su almacenamiento desde hace once meses`,
        paragraphs: [
          `${used} están en uso y el plan Free tiene ${available}.`,
          isOver
            ? 'Ya podemos eliminar los archivos que nada usa, empezando por los más grandes, hasta que el resto quepa.'
            : `Desde el ${date} podemos eliminar los archivos que nada usa, empezando por los más grandes, hasta que el resto quepa.`,
          'Elimina lo que ya no necesites, descarga lo que quieras conservar o elige un plan con más espacio.',
        ],
        action: { label: 'Ver mi almacenamiento', url },
        footnote: `Recibes este correo porque ${name} es tuyo.`,
      },
    }[language];
  },
});
