import type { ReportWords } from './words.ts';

export const es: ReportWords = {
  title: (name) => `Informe: ${name}`,
  period: {
    between: (from, to) => `Visitas que empezaron del ${from} al ${to}`,
    since: (from) => `Visitas que empezaron el ${from} o después`,
    until: (to) => `Visitas que empezaron el ${to} o antes`,
    always: 'Todas las visitas hasta ahora',
    without: (within, from, to) => `${within}, sin las que empezaron del ${from} al ${to}`,
  },
  made: (at, version) => `Datos del ${at} UTC. Los días son en UTC. Versión ${version} del test.`,
  unreadable: (n, count) =>
    n === 1
      ? '1 visita no se ha podido leer hasta el final. Cuenta hasta donde se sabe.'
      : `${count} visitas no se han podido leer hasta el final. Cuentan hasta donde se sabe.`,
  notRecorded: (n, count) =>
    n === 1
      ? '1 visita más no se ha registrado, porque desde una misma red empezaron demasiadas. No está en ninguna de estas cifras.'
      : `${count} visitas más no se han registrado, porque desde una misma red empezaron demasiadas. No están en ninguna de estas cifras.`,
  contents: 'Contenido',
  nothing: {
    title: 'No hay visitas en este periodo',
    text: 'En cuanto alguien abra el test, se verá aquí. Prueba con un periodo más largo.',
  },
  figures: {
    title: 'Cifras clave',
    visitors: 'Visitantes',
    visits: (n, count) => (n === 1 ? '1 visita' : `${count} visitas`),
    finished: 'Terminaron el test',
    signUps: 'Se registraron',
    purchases: 'Compraron un plan',
    revenue: 'Ingresos',
    ofVisits: (share) => `${share} de las visitas`,
    returned: (amount) => `${amount} devueltos`,
    ofAll: 'Todas las visitas',
    noReturns: 'nada devuelto',
  },
  leads: {
    title: 'Contactos',
    text: 'Direcciones y números que los visitantes dejaron en el test, según el día en que llegaron. Cada uno cuenta una vez, aunque se haya corregido o borrado.',
    version: 'Versión del test',
    now: '(actual)',
  },
  flow: {
    title: 'Dónde terminan las visitas',
    text: 'Cada barra son las visitas que vieron un paso: primero las que siguieron, después las que terminaron ahí. Al lado, cuántas lo vieron y qué parte son de todas las visitas.',
    wentOn: 'Siguieron',
    left: 'Terminaron aquí',
    summary: (step, left, share) =>
      `La mayoría de los abandonos están en «${step}»: ${left}, el ${share} de quienes lo vieron.`,
    noneLeft: 'Ninguna visita terminó en un paso.',
  },
  days: {
    title: 'Día a día',
    text: 'Según el día en que empezó la visita, aunque siguiera después.',
    table: 'Las cifras de cada día',
    summary: (from, to) => `Visitas, tests terminados, registros y compras de cada día del ${from} al ${to}.`,
    many: 'Visitas por día',
    few: 'Registros y compras por día',
    day: 'Día',
    visitors: 'Visitantes',
    visits: 'Visitas',
    finished: 'Terminadas',
    signUps: 'Registros',
    purchases: 'Compras',
  },
  steps: {
    title: 'Paso a paso',
    text: 'El tiempo es cuánto estuvo el paso en la pantalla: la mitad de las visitas no tardó más que la mediana, y nueve de cada diez no más que la cifra siguiente.',
    step: 'Paso',
    shown: 'Lo vieron',
    share: 'De las visitas',
    left: 'Terminaron aquí',
    dropOff: 'Abandono',
    median: 'Mediana',
    p90: 'Nueve de diez',
  },
  answers: {
    title: 'Respuestas',
    text: 'La última respuesta de cada visita. Donde se pueden elegir varias, las partes suman más del 100 %.',
    answered: (n, count) => (n === 1 ? '1 visita lo vio' : `${count} visitas lo vieron`),
  },
  outcomes: { title: 'Resultados', text: 'De las visitas que terminaron.' },
  goals: { title: 'Objetivos', text: 'Visitas que alcanzaron cada objetivo.' },
  groups: {
    title: { variant: 'Por variante', utm_source: 'Por procedencia', locale: 'Por idioma' },
    group: { variant: 'Variante', utm_source: 'Procedencia', locale: 'Idioma' },
    finishRate: 'Terminan',
    none: '(ninguna)',
    other: '(otras)',
  },
  experiments: {
    title: 'Experimentos',
    text: 'Cada visitante cuenta una vez, desde que la variante cambió algo. La barra muestra dónde está la tasa real con un 95 % de certeza; la marca, la tasa observada. Un veredicto vale por mucho que mires.',
    name: (name) => `Experimento ${name}`,
    conversions: { finished: 'Terminaron el test', sign_up: 'Se registraron', purchase: 'Compraron un plan' },
    variant: 'Variante',
    visitors: 'Visitantes',
    converted: 'Lo hicieron',
    rate: 'Tasa',
    interval: 'Intervalo del 95 %',
    best: 'Probabilidad de ser la mejor',
    lift: 'Frente a la primera',
    baseline: 'referencia',
    tooSmall: (needed, fewest) =>
      `Aún es pronto: hacen falta hasta unos ${needed} visitantes en cada variante, y la menor tiene ${fewest}. Déjalo en marcha y míralo tantas veces como quieras.`,
    close:
      'Sigue abierto: si hay una diferencia, apenas valdría la pena actuar por ella. Déjalo en marcha o quédate con lo más sencillo.',
    noneYet: 'Aún es pronto: nadie ha llegado hasta aquí.',
    difference: (better, worse) => `Hay una diferencia: «${better}» va mejor que «${worse}».`,
    noDifference:
      'No hay una diferencia que valga la pena: ninguna variante es mejor ni peor que la primera en una décima parte.',
    mismatch: (p) =>
      `No te fíes todavía de este experimento: los visitantes no se reparten entre las variantes como dicen los pesos (p ${p}). Algo pierde visitantes de una variante.`,
    shares: (expected, got) => `${got} de los visitantes, ${expected} según los pesos`,
    sales: 'Qué compraron',
    sold: 'Planes',
    perVisitor: 'Por visitante',
  },
  graph: {
    title: 'El recorrido',
    text: 'Cada paso con las visitas que lo vieron y la parte que terminó ahí, y cada camino con las visitas que lo tomaron. Desplázate para verlo entero.',
    step: (shown, share) => `${shown} · ${share} terminan aquí`,
    visits: (n, count) => (n === 1 ? '1 visita' : `${count} visitas`),
  },
  seconds: (seconds) => `${seconds} s`,
  minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
};
