/**
 * The script that stands inline in the head of every prerendered page (its hash is in the Content-Security-Policy).
 * It keeps the taps that are made before the page's own script arrives, and hides the first step from visitors whose
 * visit goes on elsewhere, so that they see no flash of it. Plain old JavaScript: it runs as it is written.
 */
export const starterScript = `(function(d,w){
var list=[];
function keep(e){var b=e.target.closest&&e.target.closest('[data-tap]');if(!b)return;var s=b.closest('[data-step]');
list.push({step:s?s.dataset.step:'',tap:b.dataset.tap,value:b.dataset.value});b.setAttribute('data-tapped','')}
d.addEventListener('click',keep,true);
w.keptTaps={list:list,stop:function(){d.removeEventListener('click',keep,true)}};
try{var q=d.documentElement,v=JSON.parse(localStorage.getItem('visit:'+q.dataset.funnel));
if(v&&(!v.finished||(history.state&&history.state.step)))q.dataset.resuming=''}catch(e){}
d.addEventListener('error',function(e){if(e.target.tagName==='SCRIPT')delete d.documentElement.dataset.resuming},true)
})(document,window)`.replaceAll('\n', '');
