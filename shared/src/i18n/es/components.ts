import type { Translation } from '../catalogues.ts';

export const messages: Translation<'components'> = {
  'components.empty':
    'Selecciona objetos y elige «Crear componente». Sus instancias cambian cuando el componente cambia.',
  'components.name': 'Nombre del componente {name}',
  'components.count.one': '{count} instancia',
  'components.count.other': '{count} instancias',
  'components.place': 'Colocar {name}',
  'components.menu': 'Más opciones de {name}',
  'components.select': 'Seleccionar las instancias',
  'components.save': 'Guardar en la biblioteca',
  'components.save.update': 'Actualizar la biblioteca',
  'components.save.text':
    'Otras escenas del espacio de trabajo podrán usarlo y recibirán sus versiones nuevas.',
  'components.save.next':
    'Esta será la versión {next}. Se ofrecerá a las escenas que tengan la versión {version} o una anterior.',
  'components.save.old':
    'La versión {version} es más reciente que la de esta escena. Al guardar se crea la versión {next} sin esos cambios.',
  'components.save.missing.one':
    'El archivo de {count} modelo no está disponible: esta versión no lo mostrará.',
  'components.save.missing.other':
    'Los archivos de {count} modelos no están disponibles: esta versión no los mostrará.',
  'components.save.leftOut.one':
    '{count} opción, estado, interacción o línea de tiempo se queda en esta escena porque también afecta a otros objetos.',
  'components.save.leftOut.other':
    '{count} opciones, estados, interacciones o líneas de tiempo se quedan en esta escena porque también afectan a otros objetos.',
  'components.save.name': 'Nombre',
  'components.save.note': 'Qué ha cambiado',
  'components.save.note.hint': 'Opcional. Se muestra junto a la actualización en otras escenas.',
  'components.save.submit': 'Guardar',
  'components.save.noRight':
    'Los propietarios y administradores del espacio de trabajo pueden guardar componentes en su biblioteca.',
  'components.save.conflict':
    'Otra persona acaba de guardar una versión. Revísala y vuelve a guardar la tuya.',
  'components.saved': '{name} se ha guardado en la biblioteca',
  'components.newer': 'Disponible: versión {number}',
  'components.update': 'Actualizar',
  'components.update.one': 'Actualizar {name}',
  'components.updateAll': 'Actualizar todo ({count})',
  'components.update.title': '¿Reemplazar los cambios de esta escena?',
  'components.update.text':
    '{names}: ha cambiado en esta escena desde la última versión de la biblioteca. La actualización reemplaza esos cambios. Los cambios propios de las instancias se conservan.',
  'components.update.cyclic': 'No se ha actualizado nada, porque un componente se contendría a sí mismo.',
  'components.update.gone': 'No se ha actualizado nada, porque el componente ya no está en la biblioteca.',
  'components.update.full':
    'No se ha actualizado nada, porque la escena tendría demasiados objetos o interacciones.',
  'components.updated.one': 'Se ha actualizado {count} componente.',
  'components.updated.other': 'Se han actualizado {count} componentes.',
  'components.updated.lost.one': '{count} cambio propio ya no se aplica, porque su objeto ya no existe.',
  'components.updated.lost.other':
    '{count} cambios propios ya no se aplican, porque sus objetos ya no existen.',
  'components.delete': 'Eliminar componente',
  'components.delete.title': '¿Eliminar {name}?',
  'components.delete.text.one': 'Su instancia pasa a ser objetos normales.',
  'components.delete.text.other': 'Sus {count} instancias pasan a ser objetos normales.',
  'components.overrides': 'Cambios propios',
  'components.overrides.none': 'Ninguno. Cambia un objeto de la instancia para apartarte del componente.',
  'components.revert': 'Revertir {field} de {name}',
  'components.editing': 'Editando {name}',
  'components.editing.text': 'Los cambios en esta instancia se aplican a todas',
  'components.editing.stop': 'Listo',
};
