import { z } from 'zod';
import { defineEmail } from './define.ts';
import { capitalize, mailName, OWN_WORKSPACE, UNNAMED_ACTOR } from './name.ts';

const A_SCENE = { en: 'a scene', es: 'una escena' } as const;

/** Problem of the workspace and its consequence. */
const REASONS = {
  overflown: {
    en: { holds: 'holds more than its plan allows', so: 'nobody can change its scenes' },
    es: { holds: 'contiene más de lo que permite su plan', so: 'nadie puede cambiar sus escenas' },
  },
  full: {
    en: { holds: 'has hardly any storage left', so: 'files may not fit into it' },
    es: { holds: 'apenas tiene almacenamiento libre', so: 'puede que no quepan más archivos' },
  },
} as const;

/** Asks the owner of a scene to free storage, for any change or for a file, on behalf of an editor. */
export const overflowEmail = defineEmail({
  name: 'overflow',
  props: z.object({
    personName: mailName.nullable(),
    sceneName: mailName.nullable(),
    workspace: mailName.nullable(),
    isOverflown: z.boolean().default(true),
    url: z.url(),
  }),
  content: (language, { personName, sceneName, workspace, isOverflown, url }) => {
    const who = personName ?? UNNAMED_ACTOR[language];
    const what = sceneName ?? A_SCENE[language];
    const where = workspace ?? OWN_WORKSPACE[language];
    const why = REASONS[isOverflown ? 'overflown' : 'full'][language];
    return {
      en: {
        subject: `${who} cannot go on with ${what}`,
        preview: `${capitalize(where)} ${why.holds}.`,
        title: `${who} asks you to make room`,
        paragraphs: [
          `${who} works on ${what} in ${where}, which ${why.holds}. Until there is room again, ${why.so}.`,
          'Delete files you no longer need, or choose a plan with more room.',
        ],
        action: { label: 'Make room', url },
        footnote: `You get this mail, at most once a day, because you own ${where}.`,
      },
      es: {
        subject: `${who} no puede seguir con ${what}`,
        preview: `${capitalize(where)} ${why.holds}.`,
        title: `${who} te pide que hagas sitio`,
        paragraphs: [
          `${who} trabaja en ${what}, en ${where}, que ${why.holds}. Hasta que vuelva a haber sitio, ${why.so}.`,
          'Elimina los archivos que ya no necesites o elige un plan con más espacio.',
        ],
        action: { label: 'Hacer sitio', url },
        footnote: `Recibes este correo, como mucho una vez al día, porque ${where} es tuyo.`,
      },
    }[language];
  },
});
