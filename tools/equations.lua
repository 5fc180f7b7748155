-- pandoc leaves \tag{n} out of MathML: put the number behind the formula, with an anchor eq-n.
function Math(formula)
    local number = formula.text:match("\\tag{(.-)}")
    if not number then return nil end
    formula.text = formula.text:gsub("\\tag{.-}", "")
    return { formula, pandoc.Span("(" .. number .. ")", { id = "eq-" .. number, class = "equation-number" }) }
end
