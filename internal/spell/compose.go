package spell

// Compose returns s with each pair of a letter and a combining mark replaced by the single letter
// that Unicode has for it, so that "e\u0301" becomes "é". It is NFC for the letters of European
// languages and Vietnamese; golang.org/x/text has the rest, and large tables.
func Compose(s string) string {
	var out []rune
	for _, c := range s {
		pairs := []rune(composed[c])
		i := 0
		for i < len(pairs) && (len(out) == 0 || pairs[i] != out[len(out)-1]) {
			i += 2
		}
		if i < len(pairs) {
			out[len(out)-1] = pairs[i+1]
		} else {
			out = append(out, c)
		}
	}
	return string(out)
}

// composed maps a combining mark to pairs of characters: a letter, and that letter with the mark.
var composed = map[rune]string{
	'\u0300': "AÀEÈIÌOÒUÙaàeèiìoòuùЕЀИЍеѐиѝÂẦâầĂẰăằÊỀêềÔỒôồƠỜơờƯỪưừYỲyỳ",
	'\u0301': "AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzźΑΆΕΈΗΉΙΊΟΌΥΎΩΏϊΐαάεέηήιίϋΰοόυύωώ" +
		"ГЃКЌгѓкќÂẤâấĂẮăắÊẾêếÔỐôốƠỚơớƯỨưứ",
	'\u0302': "AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷẠẬạậẸỆẹệỌỘọộ",
	'\u0303': "AÃNÑOÕaãnñoõIĨiĩUŨuũÂẪâẫĂẴăẵEẼeẽÊỄêễÔỖôỗƠỠơỡƯỮưữYỸyỹ",
	'\u0304': "AĀaāEĒeēIĪiīOŌoōUŪuū",
	'\u0306': "AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭУЎИЙийуўẠẶạặ",
	'\u0307': "CĊcċEĖeėGĠgġIİZŻzż",
	'\u0308': "AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸΙΪΥΫιϊυϋЕЁІЇеёії",
	'\u0309': "AẢaảÂẨâẩĂẲăẳEẺeẻÊỂêểIỈiỉOỎoỏÔỔôổƠỞơởUỦuủƯỬưửYỶyỷ",
	'\u030a': "AÅaåUŮuů",
	'\u030b': "OŐoőUŰuű",
	'\u030c': "CČcčDĎdďEĚeěLĽlľNŇnňRŘrřSŠsšTŤtťZŽzž",
	'\u031b': "OƠoơUƯuư",
	'\u0323': "AẠaạEẸeẹIỊiịOỌoọƠỢơợUỤuụƯỰưựYỴyỵ",
	'\u0327': "CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţ",
	'\u0328': "AĄaąEĘeęIĮiįUŲuų",
}
