import type { Translation } from '../catalogues.ts';

/** Spanish texts of the notices of a full workspace. */
export const messages: Translation<'notices'> = {
  'notice.scenes.title': 'Límite de escenas superado',
  'notice.scenes.text':
    'El plan {plan} admite {max} escenas. Borra una para hacer sitio o mejora el plan para seguir.',
  'notice.workspaces.title': 'Tu plan no admite más espacios de trabajo',
  'notice.workspaces.text': 'El plan Enterprise incluye cinco espacios de trabajo.',
  'notice.storage-full.title': 'Tu almacenamiento está lleno',
  'notice.storage-full.text':
    'El plan {plan} admite {storage}. Borra los modelos e imágenes que ya no necesites o mejora el plan para tener más sitio.',
  'notice.overflown.title': 'Este espacio contiene más de lo que permite su plan',
  'notice.overflown.text':
    'Las escenas se pueden abrir y borrar, pero no cambiar, hasta que haya sitio o el plan sea mayor.',
  'notice.top-scenes.title': 'Límite de escenas superado',
  'notice.top-scenes.text': 'El plan {plan} admite {max} escenas. Borra una para hacer sitio.',
  'notice.top-storage-full.title': 'Tu almacenamiento está lleno',
  'notice.top-storage-full.text':
    'El plan {plan} admite {storage}. Borra los modelos e imágenes que ya no necesites para hacer sitio.',
  'notice.top-overflown.title': 'Este espacio contiene más de lo que permite su plan',
  'notice.top-overflown.text':
    'Las escenas se pueden abrir y borrar, pero no cambiar, mientras el espacio ocupe más de {storage}.',
  'notice.needs-sync.title': 'Activa tu nuevo plan',
  'notice.needs-sync.text': 'Tu plan está pagado pero aún no está activo. Avísanos y lo miramos.',
  'notice.guest-scenes.title': 'Límite de escenas superado',
  'notice.guest-scenes.text': 'Quien lo administra puede hacer sitio o elegir un plan mayor.',
  'notice.guest-storage.title': 'El almacenamiento de este espacio está lleno',
  'notice.guest-storage.text': 'Quien lo administra puede hacer sitio o elegir un plan mayor.',
  'notice.guest-overflown.title': 'Este espacio contiene más de lo que permite su plan',
  'notice.guest-overflown.text':
    'Sus escenas se pueden abrir pero no cambiar hasta que quien lo administra haga sitio.',
  'notice.gotIt': 'Entendido',
  'notice.notify': 'Avisar al propietario',
  'notice.notified': 'Hay un correo en camino al propietario.',
  'notice.notifiedBefore': 'El propietario ya ha recibido un correo sobre esto en el último día.',
};
