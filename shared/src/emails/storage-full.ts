import { z } from 'zod';
import { defineEmail } from './define.ts';
import { capitalize, mailName, OWN_WORKSPACE } from './name.ts';

/** Informs the owner that the storage of a workspace is full. */
export const storageFullEmail = defineEmail({
  name: 'storage-full',
  props: z.object({ workspace: mailName.nullable(), used: z.string(), available: z.string(), url: z.url() }),
  content: (language, { workspace, used, available, url }) => {
    const name = workspace ?? OWN_WORKSPACE[language];
    return {
      en: {
        subject: `${capitalize(name)} is full`,
        preview: 'Nothing more can be uploaded for now.',
        title: `The storage of ${name} is full`,
        paragraphs: [
          `${used} of ${available} are in use, so nothing more can be uploaded for now. Your scenes stay as they are.`,
          'Delete files you no longer need, or choose a plan with more room.',
        ],
        action: { label: 'Make room', url },
        footnote: `You get this mail because you own ${name}.`,
      },
      es: {
        subject: `${capitalize(name)} está lleno`,
        preview: 'Por ahora no se puede subir nada más.',
        title: `El almacenamiento de ${name} está lleno`,
        paragraphs: [
          `${used} de ${available} están en uso, así que por ahora no se puede subir nada más. Tus escenas siguen como están.`,
          'Elimina los archivos que ya no necesites o elige un plan con más espacio.',
        ],
        action: { label: 'Hacer sitio', url },
        footnote: `Recibes este correo porque ${name} es tuyo.`,
      },
    }[language];
  },
});
