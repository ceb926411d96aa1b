import { z } from 'zod';
import { defineEmail } from './define.ts';
import { greet, mailName } from './name.ts';

/** Sends the link to the archive of a user's data. */
export const exportReadyEmail = defineEmail({
  name: 'export-ready',
  props: z.object({ name: mailName.nullable(), size: z.string(), url: z.url() }),
  content: (language, { name, size, url }) =>
    ({
      en: {
        subject: 'Your data from Diorama is ready',
        preview: 'The link works for seven days.',
        title: greet('en', name, 'here is your data'),
        paragraphs: [
          `Your profile, your workspaces, the documents of your scenes and the files you uploaded are in one archive of ${size}.`,
          'The link works for seven days. Whoever has it can download the archive, so keep it to yourself.',
        ],
        action: { label: 'Download my data', url },
        footnote: 'You get this mail because you asked for your data on your profile.',
      },
      es: {
        subject: 'Tus datos de Diorama están listos',
        preview: 'El enlace funciona durante siete días.',
        title: greet('es', name, 'aquí tienes tus datos'),
        paragraphs: [
          `Tu perfil, tus espacios de trabajo, los documentos de tus escenas y los archivos que subiste están en un archivo de ${size}.`,
          'El enlace funciona durante siete días. Quien lo tenga puede descargar el archivo, así que no lo compartas.',
        ],
        action: { label: 'Descargar mis datos', url },
        footnote: 'Recibes este correo porque pediste tus datos en tu perfil.',
      },
    })[language],
});
