import { z } from 'zod';
import { defineEmail } from './define.ts';
import { capitalize, mailName, OWN_WORKSPACE } from './name.ts';

/** Warns the owner that the storage of a workspace is nearly full. */
export const storageWarningEmail = defineEmail({
  name: 'storage-warning',
  props: z.object({ workspace: mailName.nullable(), used: z.string(), available: z.string(), url: z.url() }),
  content: (language, { workspace, used, available, url }) => {
    const name = workspace ?? OWN_WORKSPACE[language];
    return {
      en: {
        subject: `${capitalize(name)} is almost full`,
        preview: `${used} of ${available} are in use.`,
        title: `${capitalize(name)} has used 90% of its storage`,
        paragraphs: [
          `${used} of ${available} are in use. Once the rest is used up, nothing more can be uploaded.`,
          'Delete files you no longer need, or choose a plan with more room.',
        ],
        action: { label: 'Look at my storage', url },
        footnote: `You get this mail because you own ${name}.`,
      },
      es: {
        subject: `${capitalize(name)} está casi lleno`,
        preview: `${used} de ${available} están en uso.`,
        title: `${capitalize(name)} ha usado el 90 % de su almacenamiento`,
        paragraphs: [
          `${used} de ${available} están en uso. Cuando se agote el resto, no se podrá subir nada más.`,
          'Elimina los archivos que ya no necesites o elige un plan con más espacio.',
        ],
        action: { label: 'Ver mi almacenamiento', url },
        footnote: `Recibes este correo porque ${name} es tuyo.`,
      },
    }[language];
  },
});
