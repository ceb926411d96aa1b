import type { Translation } from '../catalogues.ts';

/** Spanish texts of the notices of a full workspace. */
export const messages: Translation<'notices'> = {
  'notice.scenes.title': 'Límite de escenas superado',
  'notice.scenes.text': 'El plan {plan} incluye {max} escenas. Elimina una o mejora el plan para continuar.',
  'notice.workspaces.title': 'Tu plan no admite más espacios de trabajo',
  'notice.workspaces.text': 'El plan Enterprise incluye cinco espacios de trabajo.',
  'notice.storage-full.title': 'Tu almacenamiento está lleno',
  'notice.storage-full.text':
    'El plan {plan} incluye {storage}. Elimina los modelos e imágenes que ya no necesites o mejora el plan para tener más almacenamiento.',
  'notice.overflown.title': 'Este espacio supera los límites de su plan',
  'notice.overflown.text':
    'Puedes abrir y eliminar escenas, pero no editarlas, hasta que liberes espacio o elijas un plan superior.',
  'notice.top-scenes.title': 'Límite de escenas superado',
  'notice.top-scenes.text': 'El plan {plan} incluye {max} escenas. Elimina una para crear otra.',
  'notice.top-storage-full.title': 'Tu almacenamiento está lleno',
  'notice.top-storage-full.text':
    'El plan {plan} incluye {storage}. Elimina los modelos e imágenes que ya no necesites para liberar espacio.',
  'notice.top-overflown.title': 'Este espacio supera los límites de su plan',
  'notice.top-overflown.text':
    'Puedes abrir y eliminar escenas, pero no editarlas, mientras el espacio ocupe más de {storage}.',
  'notice.needs-sync.title': 'Activa tu nuevo plan',
  'notice.needs-sync.text': 'Tu plan está pagado, pero aún no está activo. Avísanos y lo revisaremos.',
  'notice.guest-scenes.title': 'Límite de escenas superado',
  'notice.guest-scenes.text': 'El propietario del espacio puede liberar espacio o elegir un plan superior.',
  'notice.guest-storage.title': 'El almacenamiento de este espacio está lleno',
  'notice.guest-storage.text': 'El propietario del espacio puede liberar espacio o elegir un plan superior.',
  'notice.guest-overflown.title': 'Este espacio supera los límites de su plan',
  'notice.guest-overflown.text':
    'Sus escenas se pueden abrir, pero no editar, hasta que su propietario libere espacio.',
  'notice.gotIt': 'Entendido',
  'notice.notify': 'Avisar al propietario',
  'notice.notified': 'Se ha avisado al propietario por correo.',
  'notice.notifiedBefore': 'El propietario ya ha recibido un aviso en el último día.',
};
