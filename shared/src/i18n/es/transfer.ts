import type { Translation } from '../catalogues.ts';

/** Spanish texts about the export and the import of a workspace. */
export const messages: Translation<'transfer'> = {
  'export.title': 'Exportar espacio de trabajo',
  'export.text':
    'Un archivo con escenas, versiones, comentarios, ficheros, personas y ajustes, que se puede importar en cualquier instalación de Diorama. No incluye contraseñas, publicaciones, la papelera ni las facturas.',
  'export.large':
    'Este espacio de trabajo tiene ficheros de {size}. Un archivo de más de {limit} se puede descargar, pero no importar.',
  'export.submit': 'Exportar espacio de trabajo',
  'export.asked': 'Estamos creando el archivo. Recibirás el enlace por correo.',
  'export.running': 'Creando archivo',
  'export.ready': 'Archivo del {date}, {size}',
  'export.until': 'Disponible hasta el {date}',
  'export.download': 'Descargar',
  'export.failed': 'No se ha podido crear el archivo del {date}. Vuelve a exportar el espacio de trabajo.',
  'import.title': 'Importar espacio de trabajo',
  'import.text':
    'Añade el contenido de un archivo a este espacio de trabajo. Los elementos existentes no se cambian ni se duplican. Las personas del archivo reciben una invitación por correo.',
  'import.submit': 'Importar espacio de trabajo',
  'import.file': 'Archivo de un espacio de trabajo',
  'import.uploading': 'Subiendo {name}',
  'import.keepOpen':
    'Mantén esta página abierta hasta que termine la subida. Una subida interrumpida continúa con el mismo archivo.',
  'import.waiting': '{name} está en cola',
  'import.checking': 'Comprobando {name}',
  'import.files': 'Añadiendo los ficheros de {name}',
  'import.scenes': 'Añadiendo las escenas de {name}',
  'import.completed': '{name} se ha importado',
  'import.failed': '{name} no se ha importado',
};
