// The look of the report page: light and dark, from 400 px up, colours that meet WCAG AA. Text only.

export const STYLE = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--soft:#f3f5f7;--muted:#545d68;--line:#c9d1d9;--link:#0b57a4;--high:#b3261e;--medium:#7d4b00;--low:#0b57a4;
--p:#6e7781;--c:#0b7285;--w:#0b66c3;--v:#6f42c1;--a:#1a7f37;--lease:#b35900;--focus:#0b57a4}
@media(prefers-color-scheme:dark){:root{--bg:#14171a;--fg:#e6e8ea;--soft:#1f2429;--muted:#a9b3bd;--line:#3b444d;--link:#86c1ff;--high:#ff9a91;--medium:#f0b04a;--low:#86c1ff;
--p:#98a2ad;--c:#3fbfd0;--w:#5aa9ff;--v:#b794f6;--a:#4cc26a;--lease:#ffa657;--focus:#86c1ff}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0 auto;padding:1rem;max-width:1500px;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.5rem;margin:.5rem 0}h2{font-size:1.2rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--line)}h3{font-size:1rem;margin:.5rem 0}
a{color:var(--link)}code{font:.85em/1.4 ui-monospace,monospace}small,.meta,.legend{color:var(--muted)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
:target{outline:2px solid var(--focus)}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:.5rem;background:var(--bg);padding:.5rem;z-index:9}
nav ul,.numbers{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;margin:.5rem 0;padding:0}
.numbers div{background:var(--soft);border:1px solid var(--line);border-radius:6px;padding:.35rem .75rem;min-width:7rem}
.numbers dt{color:var(--muted);font-size:.85rem}.numbers dd{margin:0;font-size:1.25rem;font-weight:600}
form{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:end;background:var(--soft);border:1px solid var(--line);border-radius:6px;padding:.75rem;margin:1rem 0}
form[hidden],[hidden]{display:none!important}
label{display:grid;gap:.15rem;font-size:.9rem}select,button{font:inherit;color:var(--fg);background:var(--bg);border:1px solid var(--muted);border-radius:4px;padding:.3rem .5rem;max-width:100%}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:6px;position:relative}
table{border-collapse:separate;border-spacing:0;width:100%;font-size:14px;line-height:20px}
th,td{overflow-wrap:break-word;text-align:left;vertical-align:top;padding:5px 10px;border-bottom:1px solid var(--line);min-width:5rem}
thead th{background:var(--soft)}td:first-child{min-width:14rem}
.matrix th[scope=row]{border:0;box-shadow:inset 0 -1px var(--line);position:sticky;left:0;background:var(--bg);font-weight:500;min-width:min(9rem,40vw);max-width:min(22rem,45vw);overflow-wrap:anywhere}
td b{white-space:nowrap}
.HIGH{color:var(--high)}.MEDIUM{color:var(--medium)}.LOW{color:var(--low)}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,27rem),1fr));gap:.75rem}
.card{border:1px solid var(--line);border-left:5px solid currentColor;border-radius:6px;padding:.25rem 1rem;background:var(--soft)}
.card>*{color:var(--fg)}.card .meta{color:var(--muted)}.card h3 b.HIGH{color:var(--high)}
.legend span{margin-right:1rem;white-space:nowrap;display:inline-block}.legend i,.legend .dot{position:static;display:inline-block;width:1.6rem;vertical-align:middle}
.lanes{min-width:46rem;padding:.25rem .75rem .75rem}
.ticks{position:relative;height:1.4rem;color:var(--muted);font-size:.8rem}.ticks span{position:absolute;border-left:1px solid var(--line);padding-left:.25rem;white-space:nowrap}.ticks .end{right:0;border:0}
.lane h3{margin:.35rem 0 .1rem;font-size:.9rem;position:sticky;left:.75rem;width:fit-content;max-width:20rem}
.track{position:relative;background:linear-gradient(90deg,var(--line) 1px,transparent 1px) 0 0/25% 100%;background-color:var(--soft)}
.b{position:absolute;height:12px;min-width:10px;border-radius:3px;border:2px solid var(--p);background:var(--p);color:var(--bg);font-size:10px;line-height:8px;text-align:right;text-decoration:none;overflow:hidden}
.b.p{background:transparent;color:var(--fg)}.b.c{background:var(--c);border-color:var(--c)}.b.w{background:var(--w);border-color:var(--w)}.b.v{background:var(--v);border-color:var(--v)}.b.a{background:var(--a);border-color:var(--a)}
.b.d{background:transparent;border-style:dotted;color:var(--fg)}.b.s{border:2px dashed var(--medium);background:transparent;color:var(--fg)}
.l{position:absolute;height:3px;background:var(--lease);border-radius:2px}
.dots{height:20px}.dot{position:absolute;top:4px;width:12px;height:12px;border-radius:50%;border:3px solid currentColor;background:currentColor}.dot.done{background:transparent}.legend .dot{width:12px}
.hot{display:grid;grid-template-columns:repeat(auto-fit,minmax(16rem,1fr));gap:1rem}.hot ol{padding-left:1.5rem;margin:0}.heat{display:block;height:5px;background:var(--lease);border-radius:2px}
@media print{form,nav,.skip{display:none}.scroll{overflow:visible}}
`;
