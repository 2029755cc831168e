// The page's only script: filters by agent, severity and rule. Without it the page shows everything. Text only.

export const SCRIPT = `
(function(){
var form=document.getElementById("filter"),note=document.getElementById("shown");
function has(value,wanted){return wanted===""||(" "+value+" ").indexOf(" "+wanted+" ")>=0}
function apply(){
var a=form.elements.agent.value,s=form.elements.severity.value,r=form.elements.rule.value,shown=0,all=0;
document.querySelectorAll("[data-a],[data-s],[data-r]").forEach(function(e){
var d=e.dataset,ok=(d.a===undefined||has(d.a,a))&&(d.s===undefined||has(d.s,s))&&(d.r===undefined||has(d.r,r));
e.hidden=!ok;
if(e.tagName==="ARTICLE"){all++;if(ok)shown++}
});
note.textContent=shown+" of "+all+" open findings shown";
}
form.hidden=false;
form.addEventListener("change",apply);
form.addEventListener("reset",function(){setTimeout(apply,0)});
form.addEventListener("submit",function(e){e.preventDefault()});
apply();
})();
`;
