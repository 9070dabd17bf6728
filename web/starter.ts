/**
 * The script that stands inline in the head of every prerendered page (its hash is in the Content-Security-Policy).
 * It keeps the taps that are made before the page's own script arrives, and hides what visitors would only see a flash
 * of: the first step where a visit goes on at another, a public page where somebody is logged in. Plain old JavaScript: it runs as it is written.
 */
export const starterScript = `(function(d,w){
var list=[];
function keep(e){var b=e.target.closest&&e.target.closest('[data-tap]');if(!b)return;var s=b.closest('[data-step]');
list.push({step:s?s.dataset.step:'',tap:b.dataset.tap,value:b.dataset.value});b.setAttribute('data-tapped','')}
d.addEventListener('click',keep,true);
w.keptTaps={list:list,stop:function(){d.removeEventListener('click',keep,true)}};
var q=d.documentElement;try{var v=JSON.parse(localStorage.getItem('visit:'+q.dataset.funnel));
if(v&&(!v.finished||(history.state&&history.state.step)))q.dataset.resuming=''}catch(e){}
if('public' in q.dataset&&/(^|; )authToken=./.test(d.cookie))q.dataset.resuming='member';
d.addEventListener('error',function(e){if(e.target.tagName==='SCRIPT')delete q.dataset.resuming},true)
})(document,window)`.replaceAll('\n', '');
