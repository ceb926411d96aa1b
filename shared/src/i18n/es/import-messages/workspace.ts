import type { Translation } from '../../catalogues.ts';

/** Spanish messages about the import of a workspace's archive. */
export const messages: Translation<'import-messages/workspace'> = {
  'workspace.not-archive': 'El archivo no es de un espacio de trabajo: falta {file}.',
  'workspace.newer':
    'Este archivo se creó con una versión más reciente de Diorama. Actualiza primero esta instalación.',
  'workspace.invalid': 'El fichero {file} del archivo no es válido en «{place}»: {reason}.',
  'workspace.missing': 'Falta el fichero {file} en el archivo.',
  'workspace.twice': 'El archivo contiene dos veces el fichero {file}.',
  'workspace.sum': 'El fichero {file} del archivo está dañado: su suma de comprobación no coincide.',
  'workspace.json-size': 'El fichero {file} del archivo supera los {limit} MB.',
  'workspace.no-room-scenes':
    'El archivo tiene {count} escenas nuevas y tu plan admite {room} más. No se ha importado nada.',
  'workspace.no-room-storage':
    'Los ficheros y componentes nuevos del archivo ocupan {size} MB y en tu plan quedan {room} MB. No se ha importado nada.',
  'workspace.no-room-tags':
    'El espacio de trabajo tendría {count} etiquetas y el límite es {limit}. No se ha importado nada.',
  'workspace.paused':
    'El espacio de trabajo está en pausa o supera su límite de almacenamiento. No se ha importado nada.',
  'workspace.room-taken':
    'Otros cambios han ocupado el espacio que quedaba en tu plan. Lo importado se conserva; vuelve a importar el archivo para añadir el resto.',
  'workspace.unfinished':
    'El error es nuestro. Lo importado se conserva; vuelve a importar el archivo para añadir el resto.',
  'workspace.scenes.one': '{count} escena añadida',
  'workspace.scenes.other': '{count} escenas añadidas',
  'workspace.scenes-known.one': '{count} escena ya existía',
  'workspace.scenes-known.other': '{count} escenas ya existían',
  'workspace.scenes-published.one': '{count} escena estaba publicada. Vuelve a publicarla aquí.',
  'workspace.scenes-published.other': '{count} escenas estaban publicadas. Vuelve a publicarlas aquí.',
  'workspace.files.one': '{count} archivo añadido',
  'workspace.files.other': '{count} archivos añadidos',
  'workspace.files-known.one': '{count} archivo ya existía',
  'workspace.files-known.other': '{count} archivos ya existían',
  'workspace.files-left-out.one': '{count} archivo se ha omitido: su formato no se admite',
  'workspace.files-left-out.other': '{count} archivos se han omitido: sus formatos no se admiten',
  'workspace.files-missing.one': '{count} archivo faltaba cuando se creó la exportación',
  'workspace.files-missing.other': '{count} archivos faltaban cuando se creó la exportación',
  'workspace.versions-left-out.one': '{count} versión con nombre supera el límite de tu plan',
  'workspace.versions-left-out.other': '{count} versiones con nombre superan el límite de tu plan',
  'workspace.library.one': '{count} elemento de la biblioteca añadido',
  'workspace.library.other': '{count} elementos de la biblioteca añadidos',
  'workspace.people.one': 'Se ha invitado a {count} persona por correo',
  'workspace.people.other': 'Se ha invitado a {count} personas por correo',
  'workspace.people-left-out.one': 'No se ha invitado a {count} persona. Invítala desde Personas.',
  'workspace.people-left-out.other': 'No se ha invitado a {count} personas. Invítalas desde Personas.',
  'workspace.settings': 'Se han aplicado los ajustes, porque el espacio no tenía escenas',
};
