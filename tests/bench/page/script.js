// The whole script of the hand-written page. It stands inline in the page, and on the server it makes the first step.

const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The HTML of a step; past the last one, of the finish. */
export function show(quiz, at) {
  const step = quiz.steps[at];
  if (!step) return `<h1>${escape(quiz.finish)}</h1>`;
  const percent = Math.round(((at + 1) / quiz.steps.length) * 100);
  const back = at > 0 ? '<button class="back">Back</button>' : '';
  const bar = `<div class="bar" role="progressbar" aria-valuenow="${percent}"><i style="width:${percent}%"></i></div>`;
  const words = `<h1>${escape(step.title)}</h1>${step.body.map((text) => `<p>${escape(text)}</p>`).join('')}`;
  const rows = step.options.map(({ key, label }) => `<button data-tap="${key}">${escape(label)}</button>`).join('');
  const controls = rows
    ? `<div class="options">${rows}</div>`
    : `<button class="next" data-tap>${step.button}</button>`;
  return `<div class="top">${back}${bar}<span>${percent}%</span></div>${words}${controls}`;
}

if (typeof document !== 'undefined') {
  const quiz = JSON.parse(document.getElementById('quiz').textContent);
  const main = document.querySelector('main');
  const answers = {};
  let at = 0;
  main.addEventListener('click', ({ target }) => {
    const button = target.closest('button');
    if (!button) return;
    if (button.dataset.tap) answers[at] = button.dataset.tap;
    at += button.className === 'back' ? -1 : 1;
    main.innerHTML = show(quiz, at);
  });
}
